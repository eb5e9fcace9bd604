package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.ScheduleSwitch;
import dev.carillon.client.schedule.ScheduleSwitch.Switched;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.ItemProblem;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pauses or resumes many schedules at once: named ones, those with some labels, or all. */
public final class ScheduleSwitchResource implements ApiResource {
    private static final int MOST_AT_ONCE = ScheduleBatchResource.MOST_AT_ONCE;

    private static final int LONGEST_TASK_ID = 1_000;
    private static final String CHANGED = "changed";
    private static final String UNCHANGED = "unchanged";

    private final ScheduleWriting writing;
    private final ScheduleHistory history;

    public ScheduleSwitchResource(ScheduleWriting writing, ScheduleHistory history) {
        this.writing = writing;
        this.history = history;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.batch(
                        HttpVerb.POST,
                        "/v1/schedules/pause",
                        request -> switched(request, false),
                        ScheduleWriting.DRY_RUN,
                        ScheduleWriting.WAIT)
                .batch(
                        HttpVerb.POST,
                        "/v1/schedules/resume",
                        request -> switched(request, true),
                        ScheduleWriting.DRY_RUN,
                        ScheduleWriting.WAIT);
    }

    /**
     * Which schedules to switch, by exactly one of taskIds, labels and all.
     *
     * @param reason null when resuming
     */
    private record Wanted(
            List<String> taskIds,
            Map<String, String> labels,
            boolean all,
            @Nullable String reason) {
        static Wanted read(Fields fields, boolean on) {
            Wanted wanted = new Wanted(
                    fields.texts("taskIds", MOST_AT_ONCE, LONGEST_TASK_ID),
                    fields.textMap("labels", Limits.LABELS, Limits.LABEL_NAME, Limits.LABEL_VALUE),
                    fields.flag("all", false),
                    on ? null : fields.text("reason", Limits.MESSAGE));
            int ways = (wanted.taskIds.isEmpty() ? 0 : 1) + (wanted.labels.isEmpty() ? 0 : 1) + (wanted.all ? 1 : 0);
            if (ways != 1) {
                throw new ContractException(
                        ways == 0 ? ErrorCode.MISSING_FIELD : ErrorCode.CONFLICTING_FIELDS,
                        "taskIds",
                        ways == 0
                                ? "is empty, and neither labels nor all is given"
                                : "is given together with another choice",
                        "send exactly one of taskIds, labels and all: true");
            }
            return wanted;
        }
    }

    /** The result for one schedule; for a dry run, what it would be. */
    private static final class Item {
        private final String taskId;
        private @Nullable StoredSchedule found;
        private @Nullable Switched switched;
        private @Nullable RuntimeException refusal;

        private Item(String taskId) {
            this.taskId = taskId;
        }
    }

    private ApiResponse switched(ApiRequest request, boolean on) {
        ScheduleWriting.refuseCondition(request, "If-Match");
        ScheduleWriting.refuseCondition(request, "If-None-Match");
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        Wanted wanted = request.object(fields -> Wanted.read(fields, on));
        List<Item> items = writing.session().ask(log -> switched(log, wanted, on, dryRun));
        boolean seen =
                !dryRun && writing.readBack().await(wait, () -> items.stream().allMatch(this::isSeen));
        return ApiResponse.json(answer(items, dryRun, seen));
    }

    private List<Item> switched(RecordLog log, Wanted wanted, boolean on, boolean dryRun) {
        Map<String, StoredSchedule> known = new Schedules(log, writing.names(), writing.clock()).all();
        List<Item> items = wanted.taskIds.isEmpty() ? matching(known, wanted, on) : named(known, wanted.taskIds);
        Map<String, Item> good = new LinkedHashMap<>();
        for (Item item : items) {
            if (item.refusal == null) {
                good.put(item.taskId, item);
            }
        }
        if (dryRun) {
            good.values().forEach(item -> item.switched = would(Objects.requireNonNull(item.found), on));
            return items;
        }
        AuditTrail trail = new AuditTrail(log, writing.names(), writing.clock(), ApiResource.CONSOLE);
        new ScheduleSwitch(log, writing.names(), writing.clock(), trail)
                .switchAll(
                        good.values().stream()
                                .map(item -> Objects.requireNonNull(item.found))
                                .toList(),
                        on,
                        wanted.reason,
                        done -> Objects.requireNonNull(good.get(done.taskId())).switched = done);
        return items;
    }

    private static Switched would(StoredSchedule found, boolean on) {
        return new Switched(found.taskId(), ScheduleSwitch.changes(found.readable(), on), found.version());
    }

    /** The schedules named by taskId, each with its own refusal. */
    private static List<Item> named(Map<String, StoredSchedule> known, List<String> taskIds) {
        Map<String, Item> first = new LinkedHashMap<>();
        List<Item> items = new ArrayList<>();
        for (String taskId : taskIds) {
            Item item = new Item(taskId);
            item.refusal = ItemProblem.of(() -> {
                TaskId.check("taskId", taskId);
                if (first.putIfAbsent(taskId, item) != null) {
                    throw new ContractException(
                            ErrorCode.DUPLICATE_FIELD,
                            "taskId",
                            ContractException.shown(taskId) + " is named twice",
                            "keep one of the two");
                }
                StoredSchedule found = known.get(taskId);
                var unused = ScheduleWriter.readable(taskId, found);
                item.found = found;
            });
            items.add(item);
        }
        return items;
    }

    /** The readable schedules that the labels, or all, select and that are not in the wanted state yet. */
    private static List<Item> matching(Map<String, StoredSchedule> known, Wanted wanted, boolean on) {
        List<Item> items = new ArrayList<>();
        for (StoredSchedule one : known.values()) {
            if (one.schedule() != null
                    && one.schedule().work().labels().entrySet().containsAll(wanted.labels.entrySet())
                    && ScheduleSwitch.changes(one.schedule(), on)) {
                Item item = new Item(one.taskId());
                item.found = one;
                items.add(item);
            }
        }
        if (items.size() > MOST_AT_ONCE) {
            throw new ContractException(
                    ErrorCode.TOO_MANY_ENTRIES,
                    wanted.all ? "all" : "labels",
                    "selects " + items.size() + " schedules, the limit is " + MOST_AT_ONCE + "; nothing was switched",
                    "select fewer, by more labels or by taskIds");
        }
        return items;
    }

    /** The results as JSON; dryRun is left out unless true. */
    private record SwitchAnswer(
            List<BatchItemAnswer> items,
            int changed,
            int unchanged,
            int refused,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
            boolean seen) {}

    private static SwitchAnswer answer(List<Item> items, boolean dryRun, boolean seen) {
        List<BatchItemAnswer> list = new ArrayList<>();
        int changed = 0;
        int refused = 0;
        for (Item item : items) {
            Switched switched = item.switched;
            if (item.refusal != null) {
                refused++;
                list.add(BatchItemAnswer.refused(item.taskId, ItemProblem.json(item.refusal, named(item.taskId))));
            } else if (switched != null) {
                changed += switched.changed() ? 1 : 0;
                list.add(BatchItemAnswer.changed(
                        item.taskId,
                        dryRun,
                        switched.changed() ? CHANGED : UNCHANGED,
                        dryRun ? null : (Long) switched.version()));
            }
        }
        return new SwitchAnswer(list, changed, items.size() - changed - refused, refused, dryRun, seen);
    }

    /** A schedule that a request names. */
    private record NamedSchedule(String taskId) {}

    /** As if the request had an object for the item, so that a problem can show the refused value. */
    private static byte[] named(String taskId) {
        return Json.answer(new NamedSchedule(taskId)).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the history shows the result. */
    private boolean isSeen(Item item) {
        Switched switched = item.switched;
        return switched == null
                || history.get(switched.taskId())
                        .filter(entry -> entry.version() >= switched.version())
                        .isPresent();
    }
}
