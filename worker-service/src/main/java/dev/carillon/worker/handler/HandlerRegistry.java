package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
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
public final class HandlerRegistry {
    private static final HandlerRegistry NONE = new HandlerRegistry(Map.of(), Set.of());

    private final Map<String, AsyncTaskHandler> byType;
    private final Set<String> served;

    private HandlerRegistry(Map<String, AsyncTaskHandler> byType, Set<String> served) {
        this.byType = new TreeMap<>(byType);
        this.served = new TreeSet<>(served);
    }

    public static HandlerRegistry none() {
        return NONE;
    }

    public HandlerRegistry with(String type, TaskHandler handler) {
        return withAsync(type, new Synchronous(handler));
    }

    public HandlerRegistry withAsync(String type, AsyncTaskHandler handler) {
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
        return new HandlerRegistry(more, moreServed);
    }

    public List<String> types() {
        return List.copyOf(served);
    }

    public @Nullable AsyncTaskHandler of(String type) {
        return byType.get(type);
    }

    /** Answers tasks of a known type with a refusal; {@link #types} leaves the type out, as it is not served. */
    public HandlerRegistry refusing(String type, TaskHandler refusal) {
        HandlerRegistry more = with(type, refusal);
        more.served.remove(type);
        return more;
    }

    /** Runs on the thread that starts it, and so has ended when the call returns. */
    private record Synchronous(TaskHandler handler) implements AsyncTaskHandler {
        @Override
        public CompletionStage<RawJson> start(TaskContext context) throws Exception {
            return CompletableFuture.completedFuture(PlainJson.write(handler.run(context)));
        }
    }
}
