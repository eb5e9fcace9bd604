package dev.carillon.system.checker.finding;

/** The guarantees that the records of a run can prove or break. */
public enum Guarantee {
    G1("every tick once"),
    G3("never early"),
    G4("one outcome"),
    G5("deduplicated"),
    G6("attempts without gaps"),
    G8("poison moves aside"),
    G11("overlap decided once"),
    G12("bounded");

    private final String words;

    Guarantee(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
