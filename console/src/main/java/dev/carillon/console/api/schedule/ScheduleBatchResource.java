package dev.carillon.console.api.schedule;

import dev.carillon.client.Applied;
import dev.carillon.client.Applied.Change;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.ItemProblem;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.schedule.ScheduleWriter.Judged;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Defines many schedules at once; what is refused of them stops none of the others. */
public final class ScheduleBatchResource implements Resource {
    /** As many as a file of the command line may hold. */
    static final int MOST_AT_ONCE = 10_000;

    private final ScheduleWriting writing;
    private final ScheduleBook book;
    private final ScheduleWriter writer;
    private final FiringCheck firing;

    public ScheduleBatchResource(ScheduleWriting writing, ScheduleBook book, KnownEntries known) {
        this.writing = writing;
        this.book = book;
        this.writer = new ScheduleWriter(writing.desk(), writing.names(), writing.clock());
        this.firing = new FiringCheck(known, book, writing.clock());
    }

    @Override
    public void routes(Routes routes) {
        routes.batch(
                Verb.POST,
                "/v1/schedules/batch",
                this::apply,
                ScheduleWriting.DRY_RUN,
                ScheduleWriting.WAIT,
                ScheduleWriting.FORCE);
    }

    /** A definition of the batch, with what became of it. */
    private static final class Item {
        private final byte[] bytes;
        private @Nullable Schedule schedule;
        private @Nullable Applied applied;
        private @Nullable RuntimeException refusal;

        private Item(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private Answer apply(Request request) {
        ScheduleWriting.refuseCondition(request, "If-Match");
        ScheduleWriting.refuseCondition(request, "If-None-Match");
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        List<Item> items = read(request);
        List<Item> good = items.stream().filter(item -> item.refusal == null).toList();
        List<Judged> judged = writer.applyAll(
                good.stream().flatMap(item -> Stream.ofNullable(item.schedule)).toList(),
                request.query().flag(ScheduleWriting.FORCE),
                dryRun);
        for (int i = 0; i < judged.size(); i++) {
            good.get(i).applied = judged.get(i).applied();
            good.get(i).refusal = judged.get(i).refusal();
        }
        ObjectNode answer = answer(items, dryRun);
        if (dryRun) {
            return Answer.json(answer.put(ScheduleWriting.DRY_RUN, true).put("seen", false));
        }
        return Answer.json(answer.put(
                "seen", writing.readBack().await(wait, () -> items.stream().allMatch(this::isSeen))));
    }

    private List<Item> read(Request request) {
        List<RawJson> raws = request.object(fields -> fields.raws("items", MOST_AT_ONCE));
        if (raws.isEmpty()) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "items", "has no entry", "send at least one");
        }
        List<Item> items = new ArrayList<>();
        Map<String, List<String>> parents = new HashMap<>();
        for (RawJson raw : raws) {
            Item item = new Item(raw.bytes());
            item.refusal = ItemProblem.of(() -> {
                Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(item.bytes));
                if (parents.putIfAbsent(schedule.taskId(), schedule.when().dependsOn()) != null) {
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
        while (refuseSilent(items, parents)) {
            // One that depends on what was just refused is refused as well.
        }
        return items;
    }

    /** Refuses what can't fire; true if something was refused now. */
    private boolean refuseSilent(List<Item> items, Map<String, List<String>> parents) {
        boolean refused = false;
        for (Item item : items) {
            Schedule schedule = item.schedule;
            if (schedule == null || item.refusal != null) {
                continue;
            }
            item.refusal = ItemProblem.of(() -> firing.require(
                    schedule, taskId -> parents.containsKey(taskId) ? parents.get(taskId) : firing.parents(taskId)));
            if (item.refusal != null) {
                parents.remove(schedule.taskId());
                refused = true;
            }
        }
        return refused;
    }

    private static ObjectNode answer(List<Item> items, boolean dryRun) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("items");
        Map<Change, Integer> counts = new HashMap<>();
        int refused = 0;
        for (Item item : items) {
            ObjectNode node = list.addObject();
            Applied applied = item.applied;
            if (item.refusal != null) {
                refused++;
                if (item.schedule != null) {
                    node.put("taskId", item.schedule.taskId());
                }
                node.set("problem", ItemProblem.json(item.refusal, item.bytes));
            } else if (applied != null) {
                counts.merge(applied.change(), 1, Integer::sum);
                node.put("taskId", applied.taskId())
                        .put(dryRun ? "would" : "done", applied.change().word());
                if (applied.version() >= 0) {
                    node.put("version", applied.version());
                }
            }
        }
        for (Change change : Change.values()) {
            answer.put(change.word(), counts.getOrDefault(change, 0));
        }
        return answer.put("refused", refused);
    }

    /** Whether the history shows it. */
    private boolean isSeen(Item item) {
        Applied applied = item.applied;
        return applied == null
                || book.get(applied.taskId())
                        .filter(entry -> entry.version() >= applied.version())
                        .isPresent();
    }
}
