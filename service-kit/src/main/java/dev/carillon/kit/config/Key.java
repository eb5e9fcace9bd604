package dev.carillon.kit.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares one setting, on the component of a record whose type is the setting's type. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
    /** The dotted name: {@code worker.concurrency}; the environment name follows from it. */
    String name();

    /** The default as text; empty = none: a nullable component is null then, a list empty, any other must be set. */
    String byDefault() default "";

    /** The least value (number, duration), or the least length of a text or list. */
    String min() default "";

    /** The greatest value (number, duration), or the greatest length of a text or list. */
    String max() default "";

    /** Why a user would change it, for the documentation. */
    String reason();

    /**
     * Whether its value must never be shown. A secret can also be kept in a file, whose path is set by the same name
     * with {@code -file} appended: {@code CARILLON_…_FILE} in the environment.
     */
    boolean secret() default false;

    /** For a component of type {@code Map<String, String>}: the names that may follow its name and a dot. */
    Class<? extends ForeignSettings> vocabulary() default NoForeignSettings.class;
}
