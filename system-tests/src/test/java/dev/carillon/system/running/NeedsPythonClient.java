package dev.carillon.system.running;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** A class or test that runs Kafka's Python client; it is skipped if that is not installed. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.carillon.system.examples.ForeignProgram#pythonClientIsInstalled",
        disabledReason = "confluent_kafka is not installed (Debian: apt-get install python3-confluent-kafka)")
public @interface NeedsPythonClient {}
