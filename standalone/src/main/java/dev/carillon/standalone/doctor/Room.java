package dev.carillon.standalone.doctor;

/**
 * A directory on this machine that we write to.
 *
 * @param key the setting that names it
 */
record Room(String key, String path, boolean writable, long total, long usable) {}
