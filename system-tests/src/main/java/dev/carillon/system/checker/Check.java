package dev.carillon.system.checker;

/** Looks at one guarantee. */
interface Check {
    void look(Findings findings);
}
