package dev.carillon.system.architecture.planted.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Like the real annotation, kept in class files only. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TouchesTheSystem {}
