package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.ItemProblem;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Defines many schedules at once; a refused one does not stop the others. */
public final class ScheduleBatchResource implements ApiResource {
    /** The limit of the command line's schedule files. */
    static final int MOST_AT_ONCE = 10_000;

    private final ScheduleWriting writing;
    private final ScheduleHistory history;
    private final ScheduleWriter writer;
    private final FiringCheck firing;

    public ScheduleBatchResource(ScheduleWriting writing, ScheduleHistory history, KnownEntries known) {
        this.writing = writing;
        this.history = history;
        this.writer = new ScheduleWriter(writing.session(), writing.names(), writing.clock());
        this.firing = new FiringCheck(known, history, writing.clock());
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.batch(
                HttpVerb.POST,
                "/v1/schedules/batch",
                this::apply,
                ScheduleWriting.DRY_RUN,
                ScheduleWriting.WAIT,
                ScheduleWriting.FORCE);
    }

    /** A definition of the batch with its result. */
    private static final class Item {
        private final byte[] bytes;
        private @Nullable Schedule schedule;
        private @Nullable ApplyResult result;
        private @Nullable RuntimeException refusal;

        private Item(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private ApiResponse apply(ApiRequest request) {
        ScheduleWriting.refuseCondition(request, "If-Match");
        ScheduleWriting.refuseCondition(request, "If-None-Match");
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        boolean force = request.query().flag(ScheduleWriting.FORCE);
        List<Item> items = read(request);
        refuse(items, force);
        List<Item> good = items.stream().filter(item -> item.refusal == null).toList();
        List<ApplyResult> results = writer.applyAll(schedules(good), dryRun);
        for (int i = 0; i < results.size(); i++) {
            good.get(i).result = results.get(i);
        }
        boolean seen =
                !dryRun && writing.readBack().await(wait, () -> items.stream().allMatch(this::isSeen));
        return ApiResponse.json(answer(items, dryRun, seen));
    }

    private static List<Schedule> schedules(List<Item> items) {
        return items.stream().flatMap(item -> Stream.ofNullable(item.schedule)).toList();
    }

    private static List<Item> read(ApiRequest request) {
        List<RawJson> raws = request.object(fields -> fields.raws("items", MOST_AT_ONCE));
        if (raws.isEmpty()) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "items", "has no entry", "send at least one");
        }
        List<Item> items = new ArrayList<>();
        Set<String> taskIds = new HashSet<>();
        for (RawJson raw : raws) {
            Item item = new Item(raw.bytes());
            item.refusal = ItemProblem.of(() -> {
                Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(item.bytes));
                if (!taskIds.add(schedule.taskId())) {
                    throw new ContractException(
                            ErrorCode.DUPLICATE_FIELD,
                            "taskId",
                            ContractException.shown(schedule.taskId()) + " is in the batch twice",
                            "keep one of the two");
                }
                item.schedule = schedule;
            });
            items.add(item);
        }
        return items;
    }

    /** Refuses schedules that can't be written or can't fire, and those that depend on them. */
    private void refuse(List<Item> items, boolean force) {
        Map<String, RuntimeException> refusals = writer.refusals(schedules(items), force);
        Map<String, List<String>> parents = new HashMap<>();
        for (Item item : items) {
            Schedule schedule = item.schedule;
            if (schedule != null) {
                item.refusal = refusals.get(schedule.taskId());
                if (item.refusal == null) {
                    parents.put(schedule.taskId(), schedule.when().dependsOn());
                }
            }
        }
        while (refuseUnfireable(items, parents)) {
            // Repeated, as the stored definition of a refused schedule may be part of a cycle.
        }
    }

    /**
     * Refuses schedules that can't fire; those that depend on a refused one are checked again.
     *
     * @return whether it refused one that has a stored definition
     */
    private boolean refuseUnfireable(List<Item> items, Map<String, List<String>> parents) {
        Map<String, List<Item>> children = children(items);
        Set<Item> open = new LinkedHashSet<>(items);
        boolean again = false;
        while (!open.isEmpty()) {
            Item item = open.iterator().next();
            open.remove(item);
            Schedule schedule = item.schedule;
            if (schedule == null || item.refusal != null) {
                continue;
            }
            item.refusal = ItemProblem.of(() -> firing.require(
                    schedule, taskId -> parents.containsKey(taskId) ? parents.get(taskId) : firing.parents(taskId)));
            if (item.refusal != null) {
                parents.remove(schedule.taskId());
                open.addAll(children.getOrDefault(schedule.taskId(), List.of()));
                again |= firing.parents(schedule.taskId()) != null;
            }
        }
        return again;
    }

    /** The items that depend on a schedule, by its taskId. */
    private static Map<String, List<Item>> children(List<Item> items) {
        Map<String, List<Item>> children = new HashMap<>();
        for (Item item : items) {
            if (item.schedule != null) {
                for (String parent : item.schedule.when().dependsOn()) {
                    children.computeIfAbsent(parent, none -> new ArrayList<>()).add(item);
                }
            }
        }
        return children;
    }

    /** The results as JSON; dryRun is left out unless true. */
    private record BatchAnswer(
            List<BatchItemAnswer> items,
            int created,
            int changed,
            int unchanged,
            int refused,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
            boolean seen) {}

    private static BatchAnswer answer(List<Item> items, boolean dryRun, boolean seen) {
        List<BatchItemAnswer> list = new ArrayList<>();
        Map<Change, Integer> counts = new EnumMap<>(Change.class);
        int refused = 0;
        for (Item item : items) {
            ApplyResult result = item.result;
            if (item.refusal != null) {
                refused++;
                list.add(BatchItemAnswer.refused(
                        item.schedule == null ? null : item.schedule.taskId(),
                        ItemProblem.json(item.refusal, item.bytes)));
            } else if (result != null) {
                counts.merge(result.change(), 1, Integer::sum);
                list.add(BatchItemAnswer.changed(
                        result.taskId(),
                        dryRun,
                        result.change().word(),
                        result.version() < 0 ? null : (Long) result.version()));
            }
        }
        return new BatchAnswer(
                list,
                counts.getOrDefault(Change.CREATED, 0),
                counts.getOrDefault(Change.CHANGED, 0),
                counts.getOrDefault(Change.UNCHANGED, 0),
                refused,
                dryRun,
                seen);
    }

    /** Whether the history shows the result. */
    private boolean isSeen(Item item) {
        ApplyResult result = item.result;
        return result == null
                || history.get(result.taskId())
                        .filter(entry -> entry.version() >= result.version())
                        .isPresent();
    }
}
