package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.history.Change;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.json.Fields;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The way to the stream. */
public final class StreamResource implements Resource {
    private static final int ID = 400;
    private static final int TEXT = 100;

    private final LiveStream stream;

    public StreamResource(LiveStream stream) {
        this.stream = stream;
    }

    @Override
    public void routes(Routes routes) {
        routes.stream("/v1/stream", this::open, "kinds", "id");
    }

    private void open(Request request, EventSink sink) {
        Interest interest = new Interest(kinds(request.query()), request.query().text("id", ID));
        if (!stream.join(sink, interest, request.headers().text("Last-Event-ID", TEXT))) {
            throw new ConsoleException(
                    ConsoleProblem.TOO_BUSY,
                    stream.mostClients() + " clients follow the stream already; close one, or raise"
                            + " console.stream-clients");
        }
    }

    private static Set<Change.Kind> kinds(Parameters query) {
        String said = query.text("kinds", TEXT);
        Set<Change.Kind> kinds = EnumSet.noneOf(Change.Kind.class);
        for (String part : said == null ? List.<String>of() : List.of(said.split(",", -1))) {
            kinds.add(Arrays.stream(Change.Kind.values())
                    .filter(kind -> Fields.spelled(kind).equals(part))
                    .findFirst()
                    .orElseThrow(() -> Parameters.refused(
                            "kinds",
                            said,
                            "one of them is not known",
                            Arrays.stream(Change.Kind.values())
                                            .map(Fields::spelled)
                                            .collect(Collectors.joining(", "))
                                    + ", with commas between")));
        }
        return kinds;
    }
}
