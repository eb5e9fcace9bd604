package dev.carillon.standalone.doctor;

/** Where a check gets what it judges from. */
@FunctionalInterface
public interface Fact<T> {
    T gather() throws Exception;
}
