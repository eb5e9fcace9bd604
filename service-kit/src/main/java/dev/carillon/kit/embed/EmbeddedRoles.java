package dev.carillon.kit.embed;

import dev.carillon.kit.lifecycle.StartedTogether;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Several embedded services that start concurrently and are closed together, the last named first. */
public final class EmbeddedRoles extends EmbeddedService {
    private final List<EmbeddedService> roles;

    private EmbeddedRoles(List<EmbeddedService> roles) {
        super(
                new StartedTogether(
                        "roles", roles.stream().map(EmbeddedService::service).toList()),
                roles.stream().map(EmbeddedService::drain).reduce(Duration.ZERO, Duration::plus));
        this.roles = roles;
    }

    /** The services, not started yet. */
    public static EmbeddedRoles of(EmbeddedSettings<?, ?>... settings) {
        return new EmbeddedRoles(Stream.of(settings)
                .<EmbeddedService>map(EmbeddedSettings::build)
                .toList());
    }

    /**
     * Starts all services and returns when all run; if one fails to start, none is left running.
     *
     * @throws dev.carillon.kit.errors.CodedException with the problem and what to do
     */
    public static EmbeddedRoles start(EmbeddedSettings<?, ?>... settings) {
        EmbeddedRoles roles = of(settings);
        roles.start();
        return roles;
    }

    @Override
    public List<String> whyNotReady() {
        return roles.stream().flatMap(role -> role.whyNotReady().stream()).toList();
    }

    /** The first service of this class. */
    public <E extends EmbeddedService> E get(Class<E> kind) {
        return roles.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind.getSimpleName() + " is among the roles"));
    }
}
