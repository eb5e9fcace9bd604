package dev.carillon.standalone.doctor;

/**
 * A directory on this machine that Carillon writes to.
 *
 * @param key the setting that names it
 */
record LocalDirectory(String key, String path, boolean writable, long total, long usable) {}
