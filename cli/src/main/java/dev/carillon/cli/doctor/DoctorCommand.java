package dev.carillon.cli.doctor;

import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.Severity;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code carillon doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Check Kafka, ZooKeeper, topics, rights, clocks and disks; show what is wrong and how to fix it.",
        footer = {"", "Exit code: 0 when nothing is broken (risks and notes don't count), 1 when something is."})
public final class DoctorCommand implements Callable<Integer> {
    private static final String INDENT = "         ";

    private final ClusterSessions sessions;
    private final Function<Config, DoctorTarget> targets;

    @Mixin
    private final OutputOption output = new OutputOption();

    /**
     * The command.
     *
     * @param targets what to check under a configuration
     */
    public DoctorCommand(ClusterSessions sessions, Function<Config, DoctorTarget> targets) {
        this.sessions = sessions;
        this.targets = targets;
    }

    @Override
    public Integer call() {
        Config config = sessions.config();
        sessions.quietLogs();
        DoctorTarget target = targets.apply(config);
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
            findings.forEach(finding -> terminal.print(Json.answer(finding)));
        } else {
            findings.forEach(this::print);
            terminal.print(summary(findings) + "  ("
                    + TextPieces.duration(Duration.ofNanos(SystemTime.ticker().nanos() - began)) + ")");
        }
        return count(findings, Severity.BROKEN) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void progress(String step) {
        Terminal terminal = sessions.terminal();
        if (!output.json() && terminal.errIsTerminal()) {
            terminal.printErr(terminal.paint().faint(step + " …"));
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
}
