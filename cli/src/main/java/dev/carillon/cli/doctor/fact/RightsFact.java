package dev.carillon.cli.doctor.fact;

import java.util.List;

/**
 * The rights outside topics that this user lacks.
 *
 * @param refused what the cluster refused, such as {@code group carillon.default}
 */
public record RightsFact(List<String> refused) {}
