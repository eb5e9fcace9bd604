package dev.carillon.system.checker;

import dev.carillon.system.checker.finding.Findings;

/** Checks one guarantee and adds violations and counts to the findings. */
interface GuaranteeCheck {
    void look(Findings findings);
}
