package dev.carillon.cli.doctor.fact;

/**
 * A directory on this machine that Carillon writes to.
 *
 * @param key the setting that names it
 */
public record LocalDirectory(String key, String path, boolean writable, long total, long usable) {}
