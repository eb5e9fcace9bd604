package dev.carillon.standalone.cli;

import dev.carillon.collector.CollectorConfig;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.standalone.doctor.Doctor;
import dev.carillon.standalone.doctor.DoctorTarget;
import dev.carillon.standalone.doctor.DoctorTargetBuilder;
import dev.carillon.standalone.doctor.Finding;
import dev.carillon.standalone.doctor.Severity;
import dev.carillon.standalone.render.TextPieces;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.standalone.terminal.TerminalColors;
import dev.carillon.standalone.topics.TopicsConfig;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.worker.WorkerConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Check Kafka, ZooKeeper, topics, rights, clocks and disks; show what is wrong and how to fix it.",
        footer = {"", "Exit code: 0 when nothing is broken (risks and notes don't count), 1 when something is."})
final class DoctorCommand implements Callable<Integer> {
    /** Brokers abort Carillon's transactions after 10 s, so one that is open longer is a problem. */
    private static final Duration OPEN_TOLERATED = Duration.ofSeconds(15);

    private static final String INDENT = "         ";

    private final ClusterSessions sessions;

    @Mixin
    private final OutputOption output = new OutputOption();

    DoctorCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        Config config = sessions.config();
        sessions.quietLogs();
        DoctorTarget target = target(config);
        Terminal terminal = sessions.terminal();
        if (!output.json()) {
            terminal.print("Kafka " + target.kafka().addresses() + ", namespace "
                    + target.topics().namespace() + ", ZooKeeper " + target.zookeeper());
        }
        long began = SystemTime.ticker().nanos();
        CommandEnvironment environment = sessions.environment();
        Doctor doctor = new Doctor(target, environment.clock(), environment.connector(), this::progress);
        List<Finding> findings;
        try {
            findings = doctor.examine();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException ended = new CancellationException("interrupted");
            ended.initCause(e);
            throw ended;
        }
        if (output.json()) {
            findings.forEach(finding -> terminal.print(json(finding).toString()));
        } else {
            findings.forEach(this::print);
            terminal.print(summary(findings) + "  ("
                    + TextPieces.duration(Duration.ofNanos(SystemTime.ticker().nanos() - began)) + ")");
        }
        return count(findings, Severity.BROKEN) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static DoctorTarget target(Config config) {
        TriggerConfig trigger = config.get(TriggerConfig.class);
        WorkerConfig worker = config.get(WorkerConfig.class);
        CollectorConfig collector = config.get(CollectorConfig.class);
        Map<String, Duration> sessions = new LinkedHashMap<>();
        sessions.put("worker.session-timeout", worker.sessionTimeout());
        sessions.put("collector.session-timeout", collector.sessionTimeout());
        return DoctorTargetBuilder.builder()
                .kafka(config.get(KafkaConfig.class))
                .topics(config.get(TopicsConfig.class))
                .zookeeper(trigger.zookeeper())
                .zookeeperSecurity(trigger.zookeeperSecurity())
                .latchSession(trigger.latchSession())
                .workerQueue(worker.queue())
                .sessions(sessions)
                .directories(Map.of("collector.state-dir", java.nio.file.Path.of(collector.stateDir())))
                .openTolerated(OPEN_TOLERATED)
                .build();
    }

    private void progress(String step) {
        Terminal terminal = sessions.terminal();
        if (!output.json() && terminal.errIsTerminal()) {
            terminal.printErr("\u001b[2m" + step + " …\u001b[0m");
        }
    }

    private void print(Finding finding) {
        Terminal terminal = sessions.terminal();
        TerminalColors paint = terminal.paint();
        switch (finding.severity()) {
            case GOOD -> terminal.print(paint.good("✓") + " " + finding.seen());
            case BROKEN -> terminal.print(paint.bad("✗ broken ") + finding.seen());
            case RISKY -> terminal.print(paint.warning("! risky  ") + finding.seen());
            case NOTE -> terminal.print(paint.faint("· note   ") + finding.seen());
        }
        if (finding.severity() != Severity.GOOD) {
            terminal.print(INDENT + finding.why() + " " + paint.faint("[" + finding.code() + "]"));
            if (!finding.fix().isEmpty()) {
                terminal.print(INDENT + "fix: " + paint.strong(finding.fix()));
            }
        }
    }

    private static String summary(List<Finding> findings) {
        long broken = count(findings, Severity.BROKEN);
        String verdict = broken == 0 ? "Nothing found broken, " : broken + " broken, ";
        return verdict + count(findings, Severity.RISKY) + " risky, "
                + TextPieces.count(count(findings, Severity.NOTE), "note", "notes") + ", "
                + count(findings, Severity.GOOD) + " good";
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private static ObjectNode json(Finding finding) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("code", finding.code());
        node.put("severity", finding.severity().name());
        node.put("seen", finding.seen());
        node.put("why", finding.why());
        node.put("fix", finding.fix());
        return node;
    }
}
