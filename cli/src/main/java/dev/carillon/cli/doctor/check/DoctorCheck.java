package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * One check: gathers a fact and judges it.
 *
 * @param name what is checked, as in "checking open transactions"
 * @param late the problem to report if there is no answer in time
 */
public record DoctorCheck<T>(String name, FactSource<T> fact, Function<T, List<Finding>> judgement, FindingKind late) {

    public DoctorCheck(String name, FactSource<T> fact, Function<T, List<Finding>> judgement) {
        this(name, fact, judgement, FindingKind.TOO_SLOW);
    }

    public List<Finding> run() {
        try {
            return judgement.apply(fact.gather());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(unfinished("was interrupted"));
        } catch (Exception e) {
            // A failing check must not hide the findings of the others, so its failure becomes a finding.
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            return List.of(unfinished(SentenceParts.of(cause)));
        }
    }

    Finding unfinished(String why) {
        return FindingKind.NOT_CHECKED.found("could not check " + name + ": " + why, "");
    }
}
