package dev.carillon.cli.doctor.fact;

import java.util.List;

/**
 * The machine that the doctor runs on.
 *
 * @param files how many files this process may open; -1 if the system does not report it
 */
public record MachineFact(int java, String vendor, long files, List<LocalDirectory> directories) {}
