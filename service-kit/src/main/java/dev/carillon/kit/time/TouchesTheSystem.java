package dev.carillon.kit.time;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the few classes that may read the system's clocks, sleep or touch the process; the forbidden-API check skips
 * them, and an architecture rule lists them.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TouchesTheSystem {}
