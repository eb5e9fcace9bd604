package dev.carillon.insight.why;

import dev.carillon.client.log.RecordLog;
import dev.carillon.insight.cluster.LeaderHistory;
import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.why.BackfillLook.Told;
import dev.carillon.insight.why.TickFacts.Reach;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Priority;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.forecast.ForecastContext;
import dev.carillon.timing.plan.ScheduleLookup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
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

    DefinitionHistory definitions(String taskId) {
        return new DefinitionLook(scan, names, now, topics, this::trigger).of(taskId);
    }

    /** The calendar of a definition and the trigger's state of its schedule, for a forecast. */
    ForecastContext forecast(DefinitionVersion definition, String taskId) {
        ReadValue<Marker> found = trigger().markers().get(taskId);
        Marker marker = found == null || found.value().position() <= definition.position() ? null : found.value();
        ReadValue<Calendar> calendar = calendar(Optional.of(definition));
        return new ForecastContext(marker, new ScheduleLookup() {
            @Override
            public @Nullable CalendarDays calendar(String name) {
                return calendar == null ? null : CalendarDays.of(calendar.value());
            }

            @Override
            public @Nullable Schedule schedule(String name) {
                return null;
            }
        });
    }

    private TriggerSeen trigger() {
        TriggerSeen found = seen == null ? TriggerSeen.look(scan, names, now) : seen;
        seen = found;
        return found;
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
        return withoutTrace(question, definitions, trace);
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

    private TickFacts withoutTrace(TickFacts.Question question, DefinitionHistory definitions, TickFacts.Trace own) {
        TickFacts.Trace trace = own;
        TriggerSeen trigger = trigger();
        TickFacts.Kept kept = kept(question);
        ReachLook reaches = new ReachLook(trigger, kept.events(), this::passed);
        Reach reach = reaches.of(question, definitions);
        boolean mayBeSkipped = question.mayBeTick() && question.lost() == null;
        if (mayBeSkipped
                && reaches.isReached(question.at(), question.taskId())
                && !definitions.all().isEmpty()) {
            TraceLook skips = new TraceLook(scan, names, now, topics);
            trace = own.withSkip(skips.skipped(question, isPlanned(question, definitions, reach)));
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
                        question.mayBeBackfilled() ? new BackfillLook(scan, names, topics).of(question) : Told.NOTHING)
                .kept(kept)
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
                    record.read(Kind.CALENDAR::ifReadable)
                            .filter(TickLook::isUsable)
                            .ifPresent(read -> found.add(ReadValue.of("calendar", record, read)));
                }
            });
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** An unusable calendar counts as deleted, as in the trigger. */
    private static boolean isUsable(Calendar calendar) {
        try {
            var unused = CalendarDays.of(calendar);
            return true;
        } catch (ContractException e) {
            return false; // This JVM does not know its zone.
        }
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
                wanted = record.read(Kind.EVENT::ifReadable)
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
        boolean results = topics.contains(names.results());
        int home = question.key().home(results ? log.partitions(names.results()) : 1);
        Instant tasks = oldest(names.results(), home);
        for (String queue : names.queues(topics)) {
            for (Priority priority : Priority.values()) {
                Instant lane = oldest(names.tasks(queue, priority), home);
                tasks = lane.isAfter(tasks) ? lane : tasks;
            }
        }
        // A skip is in the home of the first tick of its range.
        Instant skips = IntStream.range(0, results ? log.partitions(names.results()) : 0)
                .mapToObj(number -> oldest(names.results(), number))
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
        int shard = topics.contains(names.events()) ? TriggerSeen.home(log.partitions(names.events())) : 0;
        return new TickFacts.Kept(oldest(names.events(), shard), tasks, skips);
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
