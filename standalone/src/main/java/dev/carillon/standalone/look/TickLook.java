package dev.carillon.standalone.look;

import dev.carillon.client.RecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.look.BackfillLook.Told;
import dev.carillon.standalone.look.TickFacts.Reach;
import dev.carillon.trigger.cron.Timing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Gathers what the topics tell of one tick. */
public final class TickLook {
    /** Clocks may differ by two seconds before anybody stops; a record of a tick can't be older than that. */
    static final Duration BETWEEN_CLOCKS = Duration.ofSeconds(3);

    private final Pass pass;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;
    private @Nullable Found<Slice> wanted;
    private @Nullable TriggerSeen seen;

    public TickLook(Pass pass, TopicNames names, Instant now) {
        this.pass = pass;
        this.log = pass.log();
        this.names = names;
        this.now = now;
        this.topics = log.topics();
    }

    /** What {@code schedules} still holds of the schedule, each with what the trigger thought of it. */
    Definitions definitions(String taskId) {
        List<StoredRecord> records = new ArrayList<>();
        pass.all(names.schedules(), record -> {
            if (record.keyText().equals(taskId)) {
                records.add(record);
            }
        });
        Map<Long, Definition.Refusal> refused = records.isEmpty() ? Map.of() : refusals(taskId);
        Definitions written = new Definitions(records.stream()
                .map(record -> Definition.read(record, refused.get(record.offset())))
                .toList());
        boolean lacking = written.current().isEmpty() && written.all().stream().anyMatch(one -> one.refusal() != null);
        Found<Marker> marker = lacking ? trigger().markers().get(taskId) : null;
        Definition remembered = marker == null ? null : Definition.remembered(marker);
        return remembered == null ? written : written.with(remembered);
    }

    private TriggerSeen trigger() {
        TriggerSeen found = seen == null ? TriggerSeen.look(pass, names, now) : seen;
        seen = found;
        return found;
    }

    private Map<Long, Definition.Refusal> refusals(String taskId) {
        Map<Long, Definition.Refusal> refused = new HashMap<>();
        if (!topics.contains(names.deadLetters())) {
            return refused;
        }
        int partitions = log.partitions(names.deadLetters());
        int home = Murmur2.partition(taskId.getBytes(StandardCharsets.UTF_8), partitions);
        long start = log.starts(names.deadLetters()).getOrDefault(home, 0L);
        pass.from(names.deadLetters(), Map.of(home, start), record -> {
            Map<String, String> headers = record.headers();
            String offset = headers.getOrDefault(Headers.ORIGIN_OFFSET, "");
            if (names.schedules().equals(headers.get(Headers.ORIGIN_TOPIC)) && offset.matches("[0-9]{1,18}")) {
                refused.put(
                        Long.parseLong(offset),
                        new Definition.Refusal(
                                headers.getOrDefault(Headers.CAUSE, "UNKNOWN"),
                                headers.getOrDefault(Headers.CAUSE_MESSAGE, "no reason given"),
                                Evidence.of("dead letter", record)));
            }
        });
        return refused;
    }

    /** All that is to know of one tick. */
    TickFacts facts(TickFacts.Question question, Definitions definitions) {
        TraceLook traces = new TraceLook(pass, names, now, topics);
        TickFacts.Trace trace = question.lost() == null ? traces.of(question) : TickFacts.Trace.NONE;
        if (!trace.isEmpty()) {
            // What became of it says all; why it came to be needs no looking for.
            TriggerSeen unseen = TriggerSeen.unseen();
            TickFacts.Kept all = TickFacts.Kept.ALL;
            return new TickFacts(question, definitions, unseen, Reach.UNSEEN, null, trace, null, Told.NOTHING, all);
        }
        TriggerSeen trigger = trigger();
        ReachLook reaches = new ReachLook(trigger, this::passed);
        Reach reach = reaches.of(question, definitions);
        boolean mayBeSkipped = question.isOfTicks() && question.lost() == null;
        if (mayBeSkipped
                && reaches.isReached(question.at(), question.taskId())
                && !definitions.all().isEmpty()) {
            trace = traces.skipped(question, isPlanned(question, definitions, reach));
        }
        return new TickFacts(
                question,
                definitions,
                trigger,
                reach,
                takenIn(definitions, reach.passed(), trigger.watermark()),
                trace,
                calendar(question.isOfTicks() ? definitions.inForceAt(reach.position()) : definitions.current()),
                question.isOfTicks() ? Told.NOTHING : new BackfillLook(pass, names, topics).of(question),
                kept(question));
    }

    /** Where no slice tells which definition counted, each that is known may have. */
    private static boolean isPlanned(TickFacts.Question question, Definitions definitions, Reach reach) {
        Timing timing =
                definitions.inForceAt(reach.position()).map(Definition::timing).orElse(null);
        return (reach.passed() == null || timing == null)
                ? definitions.mayPlan(question.at())
                : Planned.mayBe(timing, question.at());
    }

    private @Nullable Found<Calendar> calendar(Optional<Definition> definition) {
        String name = definition
                .map(Definition::schedule)
                .map(schedule -> schedule.when().calendar())
                .orElse(null);
        List<Found<Calendar>> found = new ArrayList<>();
        if (name != null && topics.contains(names.calendars())) {
            pass.all(names.calendars(), record -> {
                if (record.keyText().equals(name)) {
                    found.clear();
                    record.read(Kind.CALENDAR).ifPresent(read -> found.add(Found.of("calendar", record, read)));
                }
            });
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** The first slice that reached so far; null if none tells of it. */
    private @Nullable Found<Slice> passed(Reached reached) {
        return firstSlice(
                reached.due().minus(BETWEEN_CLOCKS), slice -> slice.after().compareTo(reached) >= 0);
    }

    private @Nullable Found<Slice> takenIn(
            Definitions definitions, @Nullable Found<Slice> passed, @Nullable Found<Watermark> watermark) {
        if (passed == null && watermark == null) {
            return null;
        }
        long position = passed != null
                ? passed.value().from().schedules()
                : Objects.requireNonNull(watermark).value().positions().schedules();
        Definition later = definitions.firstFrom(position);
        if (later == null || later.isRemembered()) {
            return null;
        }
        long offset = later.position();
        return firstSlice(
                later.at().appended().minus(BETWEEN_CLOCKS), slice -> slice.to().schedules() > offset);
    }

    private @Nullable Found<Slice> firstSlice(Instant since, Predicate<Slice> fits) {
        if (!topics.contains(names.events())) {
            return null;
        }
        wanted = null;
        int home = TriggerSeen.home(log.partitions(names.events()));
        long from = log.since(names.events(), since).getOrDefault(home, 0L);
        pass.until(names.events(), Map.of(home, from), record -> {
            if (wanted == null && record.keyText().equals(TriggerSeen.SHARD)) {
                wanted = record.read(Kind.EVENT)
                        .flatMap(LeaderHistory::read)
                        .filter(fits)
                        .map(slice -> Found.of("slice", record, slice))
                        .orElse(null);
            }
            return wanted != null;
        });
        return wanted;
    }

    private TickFacts.Kept kept(TickFacts.Question question) {
        int partitions = topics.contains(names.results()) ? log.partitions(names.results()) : 1;
        int home = question.key().home(partitions);
        Instant tasks = oldest(names.results(), home);
        for (String queue : names.queues(topics)) {
            for (Priority priority : Priority.values()) {
                Instant lane = oldest(names.tasks(queue, priority), home);
                tasks = lane.isAfter(tasks) ? lane : tasks;
            }
        }
        int shard = topics.contains(names.events()) ? TriggerSeen.home(log.partitions(names.events())) : 0;
        return new TickFacts.Kept(oldest(names.events(), shard), tasks, oldest(names.schedules(), 0));
    }

    /** When the oldest record was appended, if there were older ones. */
    private Instant oldest(String topic, int partition) {
        if (!topics.contains(topic)) {
            return Instant.MIN;
        }
        Map<Integer, Long> starts = log.starts(topic);
        long start = starts.getOrDefault(partition, 0L);
        if (start == 0) {
            return Instant.MIN;
        }
        Map<Integer, Instant> oldest = new TreeMap<>();
        pass.until(topic, Map.of(partition, start), record -> {
            oldest.putIfAbsent(partition, record.appended());
            return true;
        });
        return oldest.getOrDefault(partition, now);
    }
}
