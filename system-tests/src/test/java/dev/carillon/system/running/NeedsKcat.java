package dev.carillon.system.running;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** A class or test that runs kcat; it is skipped if kcat is not installed. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.carillon.system.scenario.Kcat#isInstalled",
        disabledReason = "kcat is not installed (Debian: apt-get install kcat)")
public @interface NeedsKcat {}
