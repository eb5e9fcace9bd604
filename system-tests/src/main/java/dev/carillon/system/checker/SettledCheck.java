package dev.carillon.system.checker;

import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.seen.ResultSeen;
import java.util.List;

/**
 * G4: a worker may write an Outcome, beside its Result, only for the success of a first attempt that it read from a
 * topic of tasks and never claimed. The collector writes all other Outcomes.
 */
final class SettledCheck implements GuaranteeCheck {
    private final Executions executions;

    SettledCheck(Executions executions) {
        this.executions = executions;
    }

    @Override
    public void look(Findings findings) {
        for (ExecutionHistory execution : executions.all()) {
            List<ResultSeen> settled =
                    execution.results.stream().filter(SettledCheck::isSettled).toList();
            findings.count(CountNames.SETTLED, settled.size());
            for (ResultSeen seen : settled) {
                String why = whyNot(execution, seen.result());
                if (!why.isEmpty()) {
                    findings.violated(
                            Guarantee.G4, execution.key(), seen.at(), "was settled by its worker, but " + why);
                }
            }
            if (settled.size() > 1) {
                findings.violated(
                        Guarantee.G4,
                        execution.key(),
                        settled.get(1).at(),
                        "was settled " + settled.size() + " times, first at "
                                + settled.get(0).at().position());
            }
        }
    }

    static boolean isSettled(ResultSeen seen) {
        return seen.at().headers().containsKey(Headers.SETTLED);
    }

    /** Why a worker may not settle this; empty if it may. */
    private static String whyNot(ExecutionHistory execution, Result result) {
        if (result.status() != ResultStatus.SUCCEEDED || result.attempt() != 1) {
            return "it is " + result.status() + " of attempt " + result.attempt();
        }
        boolean claimed =
                execution.results.stream().anyMatch(seen -> seen.result().status() == ResultStatus.STARTED);
        if (claimed) {
            return "it was claimed";
        }
        boolean submitted = execution.tasks.stream()
                .anyMatch(seen -> seen.at().topic().contains(".tasks.")
                        && seen.task().attempt() == 1
                        && seen.task().delivery() == 1);
        if (!submitted) {
            return "no first delivery of it is in a topic of tasks";
        }
        boolean succeeded = execution.outcomes.stream()
                .anyMatch(seen -> seen.outcome().status() == OutcomeStatus.SUCCEEDED
                        && seen.outcome().attempts() == 1);
        return succeeded ? "" : "no outcome SUCCEEDED was written";
    }
}
