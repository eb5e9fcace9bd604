package dev.carillon.system.architecture.planted.parts;

/** As a generated one: it may make what it is named after. */
final class ManyPartsBuilder {
    ManyParts build() {
        return new ManyParts(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
}
