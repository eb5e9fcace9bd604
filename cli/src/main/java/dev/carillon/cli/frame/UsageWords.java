package dev.carillon.cli.frame;

import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.error.ContractException;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Rewords picocli's usage errors, and adds the word that was probably meant. */
public final class UsageWords {
    /** Picocli's message for a value that is not one of an enum's. */
    private static final Pattern CHOICE = Pattern.compile(
            "Invalid value for (?:option |positional parameter at index [0-9.*]+ )['(]([^')]*)[')](?: \\([^)]*\\))?"
                    + ": expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

    private static final String NO_PAIR = "should be in KEY=VALUE format";

    public static final String NAME_A_COMMAND = "name a command";

    private UsageWords() {}

    public static CliException of(ParameterException failure) {
        CommandLine at = failure.getCommandLine();
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknown(at, unmatched.getUnmatched().get(0));
        }
        if (failure instanceof MissingParameterException) {
            return new CliException(CliProblem.MISSING_OPTION, reworded(failure));
        }
        boolean noCommand = NAME_A_COMMAND.equals(failure.getMessage());
        if (noCommand) {
            return new CliException(
                    CliProblem.MISSING_OPTION,
                    "name a command: " + String.join(", ", at.getSubcommands().keySet()));
        }
        return new CliException(CliProblem.BAD_OPTION, reworded(failure));
    }

    private static CliException unknown(CommandLine at, String word) {
        if (word.startsWith("-")) {
            String name = word.replaceFirst("=.*", "");
            TreeSet<String> known =
                    new TreeSet<>(at.getCommandSpec().optionsMap().keySet());
            return new CliException(
                    CliProblem.UNKNOWN_OPTION,
                    "there is no option " + ContractException.shown(name) + suggestion(name, known));
        }
        if (at.getSubcommands().isEmpty()) {
            return new CliException(CliProblem.UNKNOWN_OPTION, "unexpected argument " + ContractException.shown(word));
        }
        List<String> known = List.copyOf(at.getSubcommands().keySet());
        return new CliException(
                CliProblem.UNKNOWN_COMMAND,
                "there is no command " + ContractException.shown(word) + suggestion(word, known));
    }

    private static String suggestion(String word, java.util.Collection<String> known) {
        return NearestWord.to(word, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    private static String name(ParameterException failure) {
        return failure.getArgSpec() instanceof OptionSpec option ? option.longestName() : "it";
    }

    private static String reworded(ParameterException failure) {
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("wrong usage");
        if (message.contains(NO_PAIR)) {
            // The value is not shown, as it may be a secret.
            return name(failure) + " takes KEY=VALUE; there is no = in what follows it";
        }
        Matcher choice = CHOICE.matcher(message);
        if (!choice.matches()) {
            return Character.toLowerCase(message.charAt(0)) + message.substring(1);
        }
        List<String> known = List.of(choice.group(2).toLowerCase(Locale.ROOT).split(", "));
        String value = choice.group(3);
        return choice.group(1) + ": " + ContractException.shown(value) + " is not known"
                + NearestWord.to(value, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("; use one of " + String.join(", ", known));
    }
}
