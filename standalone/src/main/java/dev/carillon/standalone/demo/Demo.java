package dev.carillon.standalone.demo;

import dev.carillon.cli.execution.WorkFromWords;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.log.PartitionReading;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.client.submit.SubmissionRecords;
import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** The work of {@code carillon up --demo}: sends a task, applies example schedules, and prints each outcome. */
public final class Demo implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final Terminal terminal;
    private final DemoHints hints = new DemoHints();
    private final Thread printer = Threads.named("demo", this::printOutcomes);
    private volatile boolean stopping;

    public Demo(RecordLog log, TopicNames names, Clock clock, Terminal terminal) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.terminal = terminal;
    }

    /** Applies the examples that don't exist yet, and prints outcomes until the demo is closed. */
    public void start() {
        Map<Integer, Long> ends = log.ends(names.outcomes());
        sendHello();
        applySchedules();
        reading = log.read(names.outcomes(), ends);
        printer.start();
    }

    private @org.jspecify.annotations.Nullable PartitionReading reading;

    private void sendHello() {
        ExecutionKey key = new FreshKeys(clock).next("hello");
        Task hello = Task.first(key, Origin.SUBMITTED, WorkFromWords.of("echo hello from Carillon"));
        new SubmissionRecords(log, names, clock).send(hello);
    }

    private void applySchedules() {
        Schedules schedules = new Schedules(log, names, clock);
        AuditTrail trail = new AuditTrail(log, names, clock, "demo");
        Map<String, StoredSchedule> existing = schedules.all();
        for (Schedule schedule : DemoSchedules.from(clock.instant())) {
            if (!existing.containsKey(schedule.taskId())) {
                schedules.put(schedule, null, trail);
            }
        }
    }

    private void printOutcomes() {
        PartitionReading outcomes = reading;
        while (!stopping && outcomes != null) {
            for (ReceivedRecord found : outcomes.next(POLL)) {
                found.read(Kind.OUTCOME::ifReadable).ifPresent(outcome -> print(outcome, found.appended()));
            }
        }
        if (outcomes != null) {
            outcomes.close();
        }
    }

    private void print(Outcome outcome, Instant at) {
        String sentence = OutcomeSentence.of(outcome);
        String coloured = outcome.status() == OutcomeStatus.SUCCEEDED
                ? terminal.paint().good(sentence)
                : terminal.paint().bad(sentence);
        terminal.print(TIME.format(at.atZone(terminal.zone())) + "  " + coloured);
        hints.after(outcome).ifPresent(hint -> terminal.print(terminal.paint().faint("          " + hint)));
    }

    @Override
    public void close() {
        stopping = true;
        try {
            printer.join(STOP_WITHIN.toMillis());
        } catch (InterruptedException e) {
            // Safe: the printer is a daemon thread, and the process is about to end.
            Thread.currentThread().interrupt();
        }
    }
}
