package dev.carillon.insight.why;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.StoredRecord;
import dev.carillon.insight.cluster.LeaderHistory;
import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.why.BackfillLook.Told;
import dev.carillon.insight.why.TickFacts.Reach;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Priority;
import dev.carillon.timing.cron.Timing;
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

/** Reads all facts about one tick from the topics. */
public final class TickLook {
    /** Roles tolerate clocks that differ by two seconds, so a tick's records can't be older than that before it. */
    static final Duration BETWEEN_CLOCKS = Duration.ofSeconds(3);

    private final TopicScan scan;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;
    private @Nullable ReadValue<Slice> wanted;
    private @Nullable TriggerSeen seen;

    public TickLook(TopicScan scan, TopicNames names, Instant now) {
        this.scan = scan;
        this.log = scan.log();
        this.names = names;
        this.now = now;
        this.topics = log.topics();
    }

    /** The schedule's versions that {@code schedules} still holds, with the trigger's refusals. */
    DefinitionHistory definitions(String taskId) {
        List<StoredRecord> records = new ArrayList<>();
        scan.all(names.schedules(), record -> {
            if (record.keyText().equals(taskId)) {
                records.add(record);
            }
        });
        Map<Long, DefinitionVersion.Refusal> refused = records.isEmpty() ? Map.of() : refusals(taskId);
        DefinitionHistory written = new DefinitionHistory(records.stream()
                .map(record -> DefinitionVersion.read(record, refused.get(record.offset())))
                .toList());
        boolean lacking = written.current().isEmpty() && written.all().stream().anyMatch(one -> one.refusal() != null);
        ReadValue<Marker> marker = lacking ? trigger().markers().get(taskId) : null;
        DefinitionVersion remembered = marker == null ? null : DefinitionVersion.remembered(marker);
        return remembered == null ? written : written.with(remembered);
    }

    private TriggerSeen trigger() {
        TriggerSeen found = seen == null ? TriggerSeen.look(scan, names, now) : seen;
        seen = found;
        return found;
    }

    private Map<Long, DefinitionVersion.Refusal> refusals(String taskId) {
        Map<Long, DefinitionVersion.Refusal> refused = new HashMap<>();
        if (!topics.contains(names.deadLetters())) {
            return refused;
        }
        int partitions = log.partitions(names.deadLetters());
        int home = Murmur2.partition(taskId.getBytes(StandardCharsets.UTF_8), partitions);
        long start = log.starts(names.deadLetters()).getOrDefault(home, 0L);
        scan.from(names.deadLetters(), Map.of(home, start), record -> {
            Map<String, String> headers = record.headers();
            String offset = headers.getOrDefault(Headers.ORIGIN_OFFSET, "");
            if (names.schedules().equals(headers.get(Headers.ORIGIN_TOPIC)) && offset.matches("[0-9]{1,18}")) {
                refused.put(
                        Long.parseLong(offset),
                        new DefinitionVersion.Refusal(
                                headers.getOrDefault(Headers.CAUSE, "UNKNOWN"),
                                headers.getOrDefault(Headers.CAUSE_MESSAGE, "no reason given"),
                                EvidenceRecord.of("dead letter", record)));
            }
        });
        return refused;
    }

    /** Collects the facts about one tick. */
    TickFacts facts(TickFacts.Question question, DefinitionHistory definitions) {
        TickFacts.Trace trace = question.lost() == null ? trace(question) : TickFacts.Trace.NONE;
        if (!trace.isEmpty()) {
            return ofTrace(question, definitions, trace);
        }
        if (question.mayBeBackfilled() && question.key().execTime().mark() == null) {
            TickFacts.Question backfilled = question.asBackfilled();
            TickFacts.Trace made = trace(backfilled);
            if (!made.isEmpty()) {
                return ofTrace(backfilled, definitions, made);
            }
        }
        return withoutTrace(question, definitions);
    }

    private TickFacts.Trace trace(TickFacts.Question question) {
        return new TraceLook(scan, names, now, topics).of(question);
    }

    /** The records of its execution are the answer, so nothing else is read. */
    private static TickFacts ofTrace(
            TickFacts.Question question, DefinitionHistory definitions, TickFacts.Trace trace) {
        return TickFactsBuilder.builder()
                .question(question)
                .definitions(definitions)
                .trigger(TriggerSeen.unseen())
                .reach(Reach.UNSEEN)
                .trace(trace)
                .backfill(Told.NOTHING)
                .kept(TickFacts.Kept.ALL)
                .build();
    }

    private TickFacts withoutTrace(TickFacts.Question question, DefinitionHistory definitions) {
        TickFacts.Trace trace = TickFacts.Trace.NONE;
        TriggerSeen trigger = trigger();
        ReachLook reaches = new ReachLook(trigger, this::passed);
        Reach reach = reaches.of(question, definitions);
        boolean mayBeSkipped = question.mayBeTick() && question.lost() == null;
        if (mayBeSkipped
                && reaches.isReached(question.at(), question.taskId())
                && !definitions.all().isEmpty()) {
            trace = new TraceLook(scan, names, now, topics).skipped(question, isPlanned(question, definitions, reach));
        }
        return TickFactsBuilder.builder()
                .question(question)
                .definitions(definitions)
                .trigger(trigger)
                .reach(reach)
                .takenIn(takenIn(definitions, reach.passed(), trigger.watermark()))
                .trace(trace)
                .calendar(calendar(
                        question.mayBeTick() ? definitions.inForceAt(reach.position()) : definitions.current()))
                .backfill(
                        question.mayBeBackfilled()
                                ? new BackfillLook(scan, names, topics).of(question)
                                : Told.NOTHING)
                .kept(kept(question))
                .build();
    }

    /** If no slice shows which definition was in force, any known one may have been. */
    private static boolean isPlanned(TickFacts.Question question, DefinitionHistory definitions, Reach reach) {
        Timing timing = definitions
                .inForceAt(reach.position())
                .map(DefinitionVersion::timing)
                .orElse(null);
        return (reach.passed() == null || timing == null)
                ? definitions.mayPlan(question.at())
                : InstantSearch.mayBe(timing, question.at());
    }

    private @Nullable ReadValue<Calendar> calendar(Optional<DefinitionVersion> definition) {
        String name = definition
                .map(DefinitionVersion::schedule)
                .map(schedule -> schedule.when().calendar())
                .orElse(null);
        List<ReadValue<Calendar>> found = new ArrayList<>();
        if (name != null && topics.contains(names.calendars())) {
            scan.all(names.calendars(), record -> {
                if (record.keyText().equals(name)) {
                    found.clear();
                    record.read(Kind.CALENDAR).ifPresent(read -> found.add(ReadValue.of("calendar", record, read)));
                }
            });
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** The first slice that decided up to there; null if its event is not found. */
    private @Nullable ReadValue<Slice> passed(DecidedUpTo decided) {
        return firstSlice(
                decided.due().minus(BETWEEN_CLOCKS), slice -> slice.after().compareTo(decided) >= 0);
    }

    private @Nullable ReadValue<Slice> takenIn(
            DefinitionHistory definitions,
            @Nullable ReadValue<Slice> passed,
            @Nullable ReadValue<Watermark> watermark) {
        if (passed == null && watermark == null) {
            return null;
        }
        long position = passed != null
                ? passed.value().from().schedules()
                : Objects.requireNonNull(watermark).value().positions().schedules();
        DefinitionVersion later = definitions.firstFrom(position);
        if (later == null || later.isRemembered()) {
            return null;
        }
        long offset = later.position();
        return firstSlice(
                later.at().appended().minus(BETWEEN_CLOCKS), slice -> slice.to().schedules() > offset);
    }

    private @Nullable ReadValue<Slice> firstSlice(Instant since, Predicate<Slice> fits) {
        if (!topics.contains(names.events())) {
            return null;
        }
        wanted = null;
        int home = TriggerSeen.home(log.partitions(names.events()));
        long from = log.since(names.events(), since).getOrDefault(home, 0L);
        scan.until(names.events(), Map.of(home, from), record -> {
            if (wanted == null && record.keyText().equals(Watermark.ONLY_SHARD)) {
                wanted = record.read(Kind.EVENT)
                        .flatMap(LeaderHistory::read)
                        .filter(fits)
                        .map(slice -> ReadValue.of("slice", record, slice))
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

    /** When the oldest kept record was written; {@link Instant#MIN} if none was deleted. */
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
        scan.until(topic, Map.of(partition, start), record -> {
            oldest.putIfAbsent(partition, record.appended());
            return true;
        });
        return oldest.getOrDefault(partition, now);
    }
}
