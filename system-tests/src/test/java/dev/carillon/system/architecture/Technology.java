package dev.carillon.system.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/** A technology, and the name prefixes of the classes that may use it. */
record Technology(String name, DescribedPredicate<JavaClass> types, List<String> prefixes) {

    static final List<Technology> ALL = List.of(
            // The interfaces of Streams use Kafka's headers and serializers.
            new Technology(
                    "Kafka",
                    resideInAnyPackage("org.apache.kafka.clients..", "org.apache.kafka.common.."),
                    List.of("Kafka", "Streams")),
            new Technology("Streams", resideInAnyPackage("org.apache.kafka.streams.."), List.of("Streams")),
            new Technology("Curator", resideInAnyPackage("org.apache.curator.."), List.of("Curator")),
            // Curator's interfaces use ZooKeeper's types and errors.
            new Technology("ZooKeeper", resideInAnyPackage("org.apache.zookeeper.."), List.of("Zookeeper", "Curator")),
            new Technology("HTTP", resideInAnyPackage("java.net.http..", "com.sun.net.httpserver.."), List.of("Http")),
            new Technology(
                    "SQL", resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."), List.of("Sql", "Sqlite")),
            new Technology(
                    "Javalin",
                    resideInAnyPackage("io.javalin..", "jakarta.servlet..", "org.eclipse.jetty.."),
                    List.of("Javalin")),
            new Technology("processes", type(ProcessBuilder.class), List.of("Shell")));

    @Override
    public String toString() {
        return name;
    }
}
