package dev.carillon.system.checker;

import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.read.Run;
import java.util.List;

/** Checks a whole run against the guarantees. */
public final class Checker {
    private final CheckerOptions options;

    public Checker(CheckerOptions options) {
        this.options = options;
    }

    public Report check(Run run) {
        Executions executions = Executions.of(run);
        List<GuaranteeCheck> checks = List.of(
                new TickCheck(run, executions, options),
                new EndsCheck(run, executions, options),
                new BackfillCheck(run, executions, options),
                new OutcomeCheck(executions, options),
                new SettledCheck(executions),
                new AttemptCheck(executions, options),
                new EarlyStartCheck(executions, options),
                new PutAsideCheck(executions));
        Findings findings = new Findings();
        checks.forEach(check -> check.look(findings));
        return findings.report();
    }
}
