package dev.carillon.system.checker;

/** Checks one guarantee and adds violations and counts to the findings. */
interface GuaranteeCheck {
    void look(Findings findings);
}
