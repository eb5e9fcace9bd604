package dev.carillon.cli;

import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.deadletter.MemoryAtomicWriter;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicMaker;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.topic.TopicDifference;
import dev.carillon.kit.kafka.topic.TopicPlan;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.io.ByteArrayInputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** A command line in this process, over topics in memory. */
public final class CommandLineHarness {
    public static final Instant NOW = Instant.parse("2026-11-18T06:00:00.250Z");
    public static final TopicNames NAMES = new TopicNames("carillon");

    public final Clock clock = new ManualClock(NOW);
    public final MemoryRecordLog log = new MemoryRecordLog(clock);
    public final MemoryAtomicWriter transactions = new MemoryAtomicWriter(log);
    public final Map<String, String> environment = new LinkedHashMap<>();
    private final Path directory;
    private final Program program;
    final List<TopicDifference> differing = new ArrayList<>();
    private boolean reachable = true;
    private boolean watched;
    private Ticker ticker = SystemTime.ticker();
    private boolean answersToTerminal;
    private int readLines = Integer.MAX_VALUE;
    private byte[] input = new byte[0];

    public CommandLineHarness(Path directory) {
        this(directory, new ClusterProgram());
    }

    /** With the commands of another program. */
    public CommandLineHarness(Path directory, Program program) {
        this.directory = directory;
        this.program = program;
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(spec -> log.create(spec.name(), spec.partitions()));
    }

    /** The exit code of a command, and its output. */
    public record Ran(int code, String out, String err) {
        public List<String> lines() {
            return out.lines().toList();
        }
    }

    public CommandLineHarness unreachable() {
        reachable = false;
        return this;
    }

    /** Standard error is a terminal. */
    public CommandLineHarness watched() {
        watched = true;
        return this;
    }

    /** Lets commands measure time by this ticker. */
    public CommandLineHarness ticking(Ticker other) {
        ticker = other;
        return this;
    }

    /** The reader of standard output ends after this many lines, as {@code head} does. */
    public CommandLineHarness readingLines(int lines) {
        readLines = lines;
        return this;
    }

    /** Standard output is a terminal, too. */
    public CommandLineHarness atTerminal() {
        answersToTerminal = true;
        return watched();
    }

    public CommandLineHarness reading(String text) {
        return reading(text.getBytes(StandardCharsets.UTF_8));
    }

    /** With bytes on standard input that may be no text. */
    public CommandLineHarness reading(byte[] bytes) {
        input = bytes.clone();
        return this;
    }

    /** A live worker that serves the types in the queue default. */
    public CommandLineHarness withWorker(String... types) {
        Heartbeat heartbeat = HeartbeatBuilder.builder()
                .worker(new WorkerRef("w1", "1"))
                .queues(List.of("default"))
                .types(List.of(types))
                .startedAt(NOW)
                .at(NOW)
                .state(WorkerState.IDLE)
                .load(new Heartbeat.Load(10, 0, 0, 1, null, null, null))
                .partitions(List.of())
                .rest(Map.of())
                .positions(List.of())
                .build();
        put(NAMES.workers(), "w1", Kind.HEARTBEAT.encode(heartbeat));
        return this;
    }

    public CommandLineHarness withSchedule(Schedule schedule) {
        put(NAMES.schedules(), schedule.taskId(), Kind.SCHEDULE.encode(schedule));
        return this;
    }

    /** A collector that answers each task with an outcome of the status. */
    public CommandLineHarness answering(OutcomeStatus status) {
        log.whenAppended(appended -> {
            String key = new String(appended.key(), StandardCharsets.UTF_8);
            boolean task = appended.topic().startsWith("carillon.tasks.")
                    || appended.topic().equals(NAMES.delayed());
            if (task) {
                putOutcome(key, status);
            }
        });
        return this;
    }

    public void putOutcome(String key, OutcomeStatus status) {
        ExecutionKey parsed = ExecutionKey.parse(key);
        Outcome outcome = OutcomeBuilder.builder()
                .key(parsed)
                .status(status)
                .attempts(1)
                .message("because")
                .decidedAt(NOW)
                .rest(Map.of())
                .build();
        log.put(new OutgoingRecord(
                NAMES.outcomes(), parsed.home(3), parsed.bytes(), Kind.OUTCOME.encode(outcome), HeaderList.none()));
    }

    private void put(String topic, String key, byte[] value) {
        log.put(new OutgoingRecord(topic, 0, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }

    public Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = terminal(new PrintWriter(new Pipe(out, readLines)), new PrintWriter(err));
        int code = commandLine(terminal).run(args);
        return new Ran(code, out.toString(), err.toString());
    }

    /** All commands, for tests that only parse. */
    public CommandLine commands() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return commandLine(terminal(nowhere, nowhere)).commandLine();
    }

    private CommandLineInterface commandLine(Terminal terminal) {
        CommandEnvironment outside =
                new CommandEnvironment(terminal, clock, ticker, new MemoryConnector(), new FreshKeys(clock));
        return new CommandLineInterface(outside, program, (config, names) -> transactions);
    }

    private Terminal terminal(PrintWriter out, PrintWriter err) {
        return TerminalBuilder.builder()
                .out(out)
                .err(err)
                .in(new ByteArrayInputStream(input))
                .outIsTerminal(answersToTerminal)
                .errIsTerminal(watched)
                .environment(environment)
                .home(directory.resolve("home"))
                .directory(directory)
                .zone(ZoneOffset.UTC)
                .build();
    }

    /** Breaks after some lines. */
    private static final class Pipe extends FilterWriter {
        private int left;

        private Pipe(Writer reader, int lines) {
            super(reader);
            left = lines;
        }

        @Override
        public void write(int c) throws IOException {
            if (left <= 0) {
                throw new IOException("Broken pipe");
            }
            super.write(c);
            left -= c == '\n' ? 1 : 0;
        }

        @Override
        public void write(char[] text, int start, int length) throws IOException {
            for (int i = start; i < start + length; i++) {
                write(text[i]);
            }
        }

        @Override
        public void write(String text, int start, int length) throws IOException {
            write(text.toCharArray(), start, length);
        }
    }

    private final class MemoryConnector implements ClusterConnector {
        @Override
        public RecordLog open(KafkaConfig config) {
            if (!reachable) {
                throw new CodedException(
                        KitErrorCode.KAFKA_UNREACHABLE, "no Kafka broker answers at " + config.addresses());
            }
            return log;
        }

        @Override
        public TopicMaker topics(KafkaConfig config) {
            return new MemoryTopicMaker();
        }
    }

    /** Creates topics in memory. */
    private final class MemoryTopicMaker implements TopicMaker {
        @Override
        public TopicPlan plan(List<WantedTopic> wanted) {
            List<WantedTopic> missing = new ArrayList<>();
            List<String> there = new ArrayList<>();
            for (WantedTopic topic : wanted) {
                if (log.topics().contains(topic.name())) {
                    there.add(topic.name());
                } else {
                    missing.add(topic);
                }
            }
            return new TopicPlan(missing, differing, there);
        }

        @Override
        public TopicPlan apply(List<WantedTopic> wanted) {
            TopicPlan plan = plan(wanted);
            plan.missing().forEach(topic -> log.create(topic.name(), topic.partitions()));
            return plan;
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }
}
