package dev.carillon.standalone.roles;

/** What a process can be. */
public enum Role {
    TRIGGER,
    WORKER,
    COLLECTOR,
    CONSOLE
}
