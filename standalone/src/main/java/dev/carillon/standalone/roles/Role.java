package dev.carillon.standalone.roles;

/** A part of Carillon that a process can run. */
public enum Role {
    TRIGGER,
    WORKER,
    COLLECTOR,
    CONSOLE
}
