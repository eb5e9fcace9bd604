package dev.carillon.system.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Every package says that null is the exception. */
final class NullMarkedPackages {
    private NullMarkedPackages() {}

    static ArchCondition<JavaClass> condition() {
        return new ArchCondition<>("lie in a package that is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + " lies in a package without @NullMarked"));
            }
        };
    }
}
