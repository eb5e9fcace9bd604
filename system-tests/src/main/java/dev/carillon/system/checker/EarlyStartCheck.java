package dev.carillon.system.checker;

import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.seen.ResultSeen;
import java.time.Instant;

/** G3: by the worker's clock, no attempt starts before its instant. */
final class EarlyStartCheck implements GuaranteeCheck {
    private final Executions executions;
    private final CheckerOptions options;

    EarlyStartCheck(Executions executions, CheckerOptions options) {
        this.executions = executions;
        this.options = options;
    }

    @Override
    public void look(Findings findings) {
        for (ExecutionHistory execution : executions.all()) {
            for (ResultSeen seen : execution.results) {
                Instant started = seen.result().times().started();
                if (started != null && seen.result().skipped() == null) {
                    findings.count(CountNames.STARTS);
                    execution
                            .notBefore(seen.result().attempt())
                            .filter(instant ->
                                    started.plus(options.clockBound()).isBefore(instant))
                            .ifPresent(instant -> findings.violated(
                                    Guarantee.G3,
                                    execution.key(),
                                    seen.at(),
                                    "attempt " + seen.result().attempt() + " started at " + started + ", before "
                                            + instant));
                }
            }
        }
    }
}
