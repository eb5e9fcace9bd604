package dev.carillon.console.live;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.EventSink;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.json.Fields;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Connects clients to the stream of changes. */
public final class StreamResource implements ApiResource {
    private static final int ID = 400;
    private static final int TEXT = 100;

    private final LiveStream stream;

    public StreamResource(LiveStream stream) {
        this.stream = stream;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.stream("/v1/stream", this::open, "kinds", "id");
    }

    private void open(ApiRequest request, EventSink sink) {
        ChangeFilter filter =
                new ChangeFilter(kinds(request.query()), request.query().text("id", ID));
        if (!stream.join(sink, filter, request.headers().text("Last-Event-ID", TEXT))) {
            throw new ConsoleException(
                    ConsoleProblem.TOO_BUSY,
                    stream.mostClients() + " clients are connected to the stream already; close one, or raise"
                            + " console.stream-clients");
        }
    }

    private static Set<HistoryChange.Kind> kinds(RequestParameters query) {
        String kindsText = query.text("kinds", TEXT);
        Set<HistoryChange.Kind> kinds = EnumSet.noneOf(HistoryChange.Kind.class);
        for (String part : kindsText == null ? List.<String>of() : List.of(kindsText.split(",", -1))) {
            kinds.add(Arrays.stream(HistoryChange.Kind.values())
                    .filter(kind -> Fields.spelled(kind).equals(part))
                    .findFirst()
                    .orElseThrow(() -> RequestParameters.refused(
                            "kinds",
                            kindsText,
                            "it names an unknown kind",
                            Arrays.stream(HistoryChange.Kind.values())
                                            .map(Fields::spelled)
                                            .collect(Collectors.joining(", "))
                                    + ", separated by commas")));
        }
        return kinds;
    }
}
