package dev.carillon.kit.embed;

import dev.carillon.kit.lifecycle.StartedTogether;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Several embedded services that start side by side and are closed as one, the last named first. */
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
     * Starts all of them; returns when all run, and leaves none running when one can't.
     *
     * @throws dev.carillon.kit.errors.CodedException with what is wrong and what to do
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

    /** The first of the services that is of this kind. */
    public <E extends EmbeddedService> E get(Class<E> kind) {
        return roles.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind.getSimpleName() + " is among the roles"));
    }
}
