package dev.carillon.system.architecture.planted.parts;

final class CallsWithNineArguments {
    ManyParts parts() {
        return new ManyParts(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
}
