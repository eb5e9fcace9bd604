package dev.carillon.standalone.doctor;

/** Gathers the fact that a check judges. */
@FunctionalInterface
public interface FactSource<T> {
    T gather() throws Exception;
}
