package dev.carillon.cli.schedulefile;

import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.error.ContractException;

/**
 * One problem in a file.
 *
 * @param words which field, what, the limit and the fix
 */
public record FileProblem(String file, FilePlace place, String words, String code) {

    static FileProblem of(String file, FilePlace place, ContractException problem) {
        return new FileProblem(
                file,
                place,
                String.valueOf(problem.getMessage()),
                problem.code().name());
    }

    /** {@code jobs.yaml:12:9: retry.maxRetries: … [OUT_OF_RANGE]}, which editors and terminals turn into a link. */
    public String oneLine() {
        return file + ":" + place.line() + ":" + place.column() + ": " + TextPieces.oneLine(words) + " [" + code + "]";
    }
}
