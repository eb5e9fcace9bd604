package dev.carillon.standalone.doctor;

import java.util.List;

/**
 * The machine that the doctor runs on.
 *
 * @param files how many files this process may open; -1 if the system does not report it
 */
record MachineFact(int java, String vendor, long files, List<LocalDirectory> directories) {}
