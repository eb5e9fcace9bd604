package dev.carillon.console.api.setting;

import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Routing;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Default routing of schedules that name no strategy; each change is written with its entry in {@code audit}. */
public final class RoutingResource implements ApiResource {
    private static final String PATH = "/v1/settings/routing";

    private final KafkaSession session;
    private final TopicNames names;
    private final Clock clock;
    private final Supplier<AtomicWriter> transactions;

    public RoutingResource(KafkaSession session, TopicNames names, Clock clock, Supplier<AtomicWriter> transactions) {
        this.session = session;
        this.names = names;
        this.clock = clock;
        this.transactions = transactions;
    }

    private record RoutingChange(
            @Nullable Routing routing, @Nullable String reason) {}

    @Override
    public void routes(ApiRoutes routes) {
        routes.get(PATH, this::show).on(HttpVerb.PUT, PATH, this::set).on(HttpVerb.DELETE, PATH, this::reset);
    }

    private ApiResponse show(ApiRequest request) {
        return ApiResponse.json(RoutingAnswer.of(session.ask(log -> new RoutingSwitch(log, names, clock).look())));
    }

    private ApiResponse set(ApiRequest request) {
        RoutingChange change = request.object(fields -> new RoutingChange(
                fields.required("routing", fields.choice("routing", Routing.class)),
                fields.text("reason", Limits.MESSAGE)));
        return apply(change);
    }

    private ApiResponse reset(ApiRequest request) {
        return apply(request.object(fields -> new RoutingChange(null, fields.text("reason", Limits.MESSAGE))));
    }

    private ApiResponse apply(RoutingChange change) {
        return session.ask(log -> {
            RoutingSwitch routing = new RoutingSwitch(log, names, clock);
            try (AtomicWriter writer = transactions.get()) {
                routing.change(change.routing(), CONSOLE, change.reason(), writer);
            }
            return ApiResponse.json(RoutingAnswer.of(routing.look()));
        });
    }

    /** The default routing, and who set it. */
    private record RoutingAnswer(
            String routing,
            boolean set,
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) {
        private static RoutingAnswer of(RoutingSwitch.Standing standing) {
            return new RoutingAnswer(
                    Fields.spelled(standing.routing()),
                    standing.set(),
                    standing.since(),
                    standing.by(),
                    standing.reason());
        }
    }
}
