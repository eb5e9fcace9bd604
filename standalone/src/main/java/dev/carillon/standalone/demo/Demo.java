package dev.carillon.standalone.demo;

import dev.carillon.client.AuditTrail;
import dev.carillon.client.Reading;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredRecord;
import dev.carillon.client.StoredSchedule;
import dev.carillon.client.Submissions;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.render.OutcomeSentence;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.standalone.words.WorkFromWords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Gives a fresh system something to do, and tells what becomes of it. */
public final class Demo implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final Terminal terminal;
    private final Hints hints = new Hints();
    private final Thread teller = Threads.named("demo", this::tell);
    private volatile boolean stopping;

    public Demo(RecordLog log, TopicNames names, Clock clock, Terminal terminal) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.terminal = terminal;
    }

    /** Applies the examples that are not there yet; the telling goes on until the demo is closed. */
    public void start() {
        Map<Integer, Long> ends = log.ends(names.outcomes());
        sendHello();
        applySchedules();
        reading = log.read(names.outcomes(), ends);
        teller.start();
    }

    private @org.jspecify.annotations.Nullable Reading reading;

    private void sendHello() {
        ExecutionKey key = new FreshKeys(clock).next("hello");
        Task hello = Task.first(key, Origin.SUBMITTED, WorkFromWords.of("echo hello from Carillon"));
        new Submissions(log, names, clock).send(hello);
    }

    private void applySchedules() {
        Schedules schedules = new Schedules(log, names, clock);
        AuditTrail trail = new AuditTrail(log, names, clock, "demo");
        Map<String, StoredSchedule> there = schedules.all();
        for (Schedule schedule : DemoSchedules.from(clock.instant())) {
            if (!there.containsKey(schedule.taskId())) {
                schedules.put(schedule, null, trail);
            }
        }
    }

    private void tell() {
        Reading outcomes = reading;
        while (!stopping && outcomes != null) {
            for (StoredRecord found : outcomes.next(POLL)) {
                found.read(Kind.OUTCOME).ifPresent(outcome -> say(outcome, found.appended()));
            }
        }
        if (outcomes != null) {
            outcomes.close();
        }
    }

    private void say(Outcome outcome, Instant at) {
        String sentence = OutcomeSentence.of(outcome);
        String coloured = outcome.status() == OutcomeStatus.SUCCEEDED
                ? terminal.paint().good(sentence)
                : terminal.paint().bad(sentence);
        terminal.say(TIME.format(at.atZone(terminal.zone())) + "  " + coloured);
        hints.after(outcome).ifPresent(hint -> terminal.say(terminal.paint().faint("          " + hint)));
    }

    @Override
    public void close() {
        stopping = true;
        try {
            teller.join(STOP_WITHIN.toMillis());
        } catch (InterruptedException e) {
            // Safe: it is a daemon; the process ends in a moment.
            Thread.currentThread().interrupt();
        }
    }
}
