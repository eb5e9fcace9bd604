package dev.carillon.system.checker;

import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.seen.SeenRecord;
import java.util.List;

/** G8: every unusable record has exactly one dead letter with its position. */
final class PutAsideCheck implements GuaranteeCheck {
    private final Executions executions;

    PutAsideCheck(Executions executions) {
        this.executions = executions;
    }

    @Override
    public void look(Findings findings) {
        for (Executions.Unusable unusable : executions.unusable()) {
            findings.count(CountNames.UNUSABLE);
            List<SeenRecord> deadLetters = executions.deadLettersOf(unusable.at());
            if (deadLetters.size() != 1) {
                findings.violated(
                        Guarantee.G8,
                        unusable.at().keyText(),
                        unusable.at(),
                        "can't be used (" + unusable.code() + ") and has " + deadLetters.size()
                                + " dead letters instead of one");
            }
        }
    }
}
