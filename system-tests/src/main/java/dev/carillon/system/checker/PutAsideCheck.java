package dev.carillon.system.checker;

import java.util.List;

/** G8: every record that can't be used has exactly one dead letter that names its position. */
final class PutAsideCheck implements Check {
    private final Executions executions;

    PutAsideCheck(Executions executions) {
        this.executions = executions;
    }

    @Override
    public void look(Findings findings) {
        for (Executions.Unusable unusable : executions.unusable()) {
            findings.count(Counts.PUT_ASIDE);
            List<SeenRecord> letters = executions.deadLettersOf(unusable.at());
            if (letters.size() != 1) {
                findings.violated(
                        Guarantee.G8,
                        unusable.at().keyText(),
                        unusable.at(),
                        "can't be used (" + unusable.code() + ") and has " + letters.size()
                                + " dead letters instead of one");
            }
        }
    }
}
