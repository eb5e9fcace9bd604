package dev.carillon.cli.doctor.fact;

/** Gathers the fact that a check judges. */
@FunctionalInterface
public interface FactSource<T> {
    T gather() throws Exception;
}
