package dev.carillon.console.api.setting;

import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Routing;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How schedules are routed that name no strategy. Every change leaves an entry in {@code audit}, or is not made. */
public final class RoutingResource implements Resource {
    private static final String PATH = "/v1/settings/routing";

    private final TopicDesk desk;
    private final TopicNames names;
    private final Clock clock;
    private final Supplier<AllOrNothing> transactions;

    public RoutingResource(TopicDesk desk, TopicNames names, Clock clock, Supplier<AllOrNothing> transactions) {
        this.desk = desk;
        this.names = names;
        this.clock = clock;
        this.transactions = transactions;
    }

    private record Wish(@Nullable Routing routing, @Nullable String reason) {}

    @Override
    public void routes(Routes routes) {
        routes.get(PATH, this::show).on(Verb.PUT, PATH, this::set).on(Verb.DELETE, PATH, this::reset);
    }

    private Answer show(Request request) {
        return Answer.json(json(desk.ask(log -> new RoutingSwitch(log, names, clock).look())));
    }

    private Answer set(Request request) {
        Wish wish = request.object(fields -> new Wish(
                fields.required("routing", fields.choice("routing", Routing.class)),
                fields.text("reason", Limits.MESSAGE)));
        return turned(wish);
    }

    private Answer reset(Request request) {
        return turned(request.object(fields -> new Wish(null, fields.text("reason", Limits.MESSAGE))));
    }

    private Answer turned(Wish wish) {
        return desk.ask(log -> {
            RoutingSwitch routing = new RoutingSwitch(log, names, clock);
            try (AllOrNothing write = transactions.get()) {
                routing.turn(wish.routing(), CONSOLE, wish.reason(), write);
            }
            return Answer.json(json(routing.look()));
        });
    }

    private static ObjectNode json(RoutingSwitch.Standing standing) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("routing", Fields.spelled(standing.routing()))
                .put("set", standing.set());
        if (standing.since() != null) {
            node.put("since", standing.since().toString());
        }
        if (standing.by() != null) {
            node.put("by", standing.by());
        }
        return standing.reason() == null ? node : node.put("reason", standing.reason());
    }
}
