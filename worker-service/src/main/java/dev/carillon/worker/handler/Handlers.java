package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Limits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The handlers that a worker serves, by type. Immutable: each {@code with} gives a new registry. */
public final class Handlers {
    private static final Handlers NONE = new Handlers(Map.of(), Set.of());

    private final Map<String, AsyncTaskHandler> byType;
    private final Set<String> served;

    private Handlers(Map<String, AsyncTaskHandler> byType, Set<String> served) {
        this.byType = new TreeMap<>(byType);
        this.served = new TreeSet<>(served);
    }

    public static Handlers none() {
        return NONE;
    }

    public Handlers with(String type, TaskHandler handler) {
        return withAsync(type, new Synchronous(handler));
    }

    public Handlers withAsync(String type, AsyncTaskHandler handler) {
        if (type.isEmpty() || type.length() > Limits.TYPE) {
            throw new IllegalArgumentException(
                    "a type has 1 to " + Limits.TYPE + " characters, this one " + type.length() + ": " + type);
        }
        Map<String, AsyncTaskHandler> more = new LinkedHashMap<>(byType);
        if (more.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("type " + type + " has a handler already");
        }
        Set<String> moreServed = new TreeSet<>(served);
        moreServed.add(type);
        return new Handlers(more, moreServed);
    }

    public List<String> types() {
        return List.copyOf(served);
    }

    public @Nullable AsyncTaskHandler of(String type) {
        return byType.get(type);
    }

    /** What is answered for a type that is known but not served: it is not among the types. */
    public Handlers refusing(String type, TaskHandler refusal) {
        Handlers more = with(type, refusal);
        more.served.remove(type);
        return more;
    }

    /** Runs on the thread that starts it, and so has ended when it returns. */
    private record Synchronous(TaskHandler handler) implements AsyncTaskHandler {
        @Override
        public CompletionStage<RawJson> start(TaskContext context) throws Exception {
            return CompletableFuture.completedFuture(PlainJson.write(handler.run(context)));
        }
    }
}
