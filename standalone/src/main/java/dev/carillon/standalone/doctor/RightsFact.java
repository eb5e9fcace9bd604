package dev.carillon.standalone.doctor;

import java.util.List;

/**
 * What the cluster says outside topics of what this user may do.
 *
 * @param refused what it refused, such as {@code group carillon.default}
 */
record RightsFact(List<String> refused) {}
