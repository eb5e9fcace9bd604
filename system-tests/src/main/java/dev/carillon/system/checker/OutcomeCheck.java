package dev.carillon.system.checker;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.seen.OutcomeSeen;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;

/** G4: every execution ends in exactly one Outcome, and every Outcome belongs to an execution. */
final class OutcomeCheck implements GuaranteeCheck {
    private final Executions executions;
    private final CheckerOptions options;

    OutcomeCheck(Executions executions, CheckerOptions options) {
        this.executions = executions;
        this.options = options;
    }

    @Override
    public void look(Findings findings) {
        for (ExecutionHistory execution : executions.all()) {
            findings.count(CountNames.OUTCOMES, execution.outcomes.size());
            if (execution.exists()) {
                findings.count(CountNames.EXECUTIONS);
            }
            checkNumber(execution, findings);
            if (!execution.outcomes.isEmpty()) {
                checkAgreement(execution, execution.outcomes.get(0), findings);
            }
        }
    }

    private void checkNumber(ExecutionHistory execution, Findings findings) {
        int outcomes = execution.outcomes.size();
        if (outcomes > 1) {
            findings.violated(
                    Guarantee.G4,
                    execution.key(),
                    execution.outcomes.get(1).at(),
                    "has " + outcomes + " outcomes, the first at "
                            + execution.outcomes.get(0).at().position()
                            + (execution.results.stream().anyMatch(SettledCheck::isSettled)
                                    ? "; its worker settled it"
                                    : ""));
        }
        if (outcomes > 0 && !execution.exists()) {
            findings.violated(
                    Guarantee.G4,
                    execution.key(),
                    execution.outcomes.get(0).at(),
                    "has an outcome, but no task and no skipped tick made it");
        }
        if (outcomes == 0 && execution.exists()) {
            findings.count(CountNames.STILL_OPEN);
            if (!options.openAllowed()) {
                SeenRecord first = execution.tasks.isEmpty()
                        ? execution.results.get(0).at()
                        : execution.tasks.get(0).at();
                findings.violated(Guarantee.G4, execution.key(), first, "has no outcome");
            }
        }
    }

    /** The outcome agrees with the results. */
    private static void checkAgreement(ExecutionHistory execution, OutcomeSeen seen, Findings findings) {
        Outcome outcome = seen.outcome();
        boolean anyResult = execution.results.stream().anyMatch(ResultSeen::ends);
        boolean supported =
                switch (outcome.status()) {
                    case SUCCEEDED -> has(execution, "SUCCEEDED", outcome.attempts());
                    case SKIPPED -> has(execution, "SKIPPED", 1);
                    case FAILED -> !has(execution, "SUCCEEDED", outcome.attempts());
                    case CANCELLED, EXPIRED -> true;
                };
        if (!supported) {
            findings.violated(
                    Guarantee.G4,
                    execution.key(),
                    seen.at(),
                    "ended " + outcome.status() + " after attempt " + outcome.attempts()
                            + (anyResult ? ", but the results say otherwise" : ", but there is no result"));
        }
        if (outcome.status() == OutcomeStatus.FAILED && execution.deadLetters.size() != 1) {
            findings.violated(
                    Guarantee.G4,
                    execution.key(),
                    seen.at(),
                    "ended FAILED, but has " + execution.deadLetters.size() + " dead letters instead of one");
        }
    }

    private static boolean has(ExecutionHistory execution, String status, int attempt) {
        return execution.results.stream()
                .anyMatch(r ->
                        r.result().status().name().equals(status) && r.result().attempt() == attempt);
    }
}
