package dev.carillon.kit.admin;

import dev.carillon.kit.lifecycle.Service;
import dev.carillon.kit.lifecycle.ServiceState;

/** One condition of readiness; it answers at once, from known state. */
@FunctionalInterface
public interface HealthCheck {
    Health check() throws Exception;

    /** Ready while the service runs. */
    static HealthCheck running(Service service) {
        return () -> new Health(service.state() == ServiceState.RUNNING, service.name() + " is " + service.state());
    }
}
