package dev.carillon.system.running;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the whole system for the tests of a class; they take it as a parameter of type {@link RunningCarillon}. It runs
 * on the embedded broker or, with {@code -Dcarillon.kafka=containers}, on one in a container.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CarillonExtension.class)
public @interface CarillonSystem {
    /** Partitions per topic: few, so that a class starts quickly, but more than one, so that homes differ. */
    int partitions() default 4;

    /** Whether trigger, worker and collector run; without them only the test writes to the topics. */
    boolean services() default true;

    /** Whether the checker checks the run after the last test of the class. */
    boolean checkedAtTheEnd() default true;
}
