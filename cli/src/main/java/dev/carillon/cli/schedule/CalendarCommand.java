package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.frame.FailedQuietly;
import dev.carillon.cli.frame.InputText;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.schedulefile.CalendarFileReader;
import dev.carillon.cli.schedulefile.FileProblem;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.client.schedule.Calendars;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Calendar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon calendar}. */
public final class CalendarCommand {
    private CalendarCommand() {}

    public static CommandLine tree(ClusterSessions sessions) {
        return new CommandLine(new Group())
                .addSubcommand(new Apply(sessions))
                .addSubcommand(new ListAll(sessions))
                .addSubcommand(new Get(sessions))
                .addSubcommand(new Delete(sessions));
    }

    /** {@code carillon calendar}: only has subcommands. */
    @Command(name = "calendar", description = "Manage calendars, the days on which schedules may run.")
    static final class Group extends CommandGroup {}

    private static String json(Calendar calendar) {
        return new String(Kind.CALENDAR.encode(calendar), StandardCharsets.UTF_8);
    }

    /** {@code carillon calendar apply}: applies all files, or nothing if one has a mistake. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Create or change calendars from YAML or JSON; nothing is applied if there is a mistake.")
    static final class Apply implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Option(
                names = {"-f", "--file"},
                required = true,
                paramLabel = "FILE",
                description = "YAML or JSON, - for standard input; repeatable.")
        private List<String> files = new ArrayList<>();

        @Option(names = "--dry-run", description = "Check everything, change nothing.")
        private boolean dryRun;

        Apply(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            List<Calendar> wanted = read();
            try (ClusterSession session = sessions.open()) {
                Calendars calendars = session.calendars();
                Map<String, Calendar> before = calendars.all();
                for (Calendar calendar : wanted) {
                    if (!dryRun) {
                        calendars.put(calendar, before.get(calendar.name()), session.trail());
                    }
                    sessions.terminal()
                            .print(calendar.name()
                                    + (dryRun ? " would be " : " ")
                                    + (before.containsKey(calendar.name()) ? "changed" : "created"));
                }
            }
            return ExitCode.DONE;
        }

        private List<Calendar> read() {
            List<FileProblem> problems = new ArrayList<>();
            List<Calendar> wanted = new ArrayList<>();
            Map<String, String> owners = new HashMap<>();
            InputText input = new InputText(sessions.terminal());
            for (String file : files) {
                String name = file.equals("-") ? "standard input" : file;
                wanted.addAll(CalendarFileReader.read(name, input.read("--file", file), owners, problems));
            }
            if (!problems.isEmpty()) {
                problems.forEach(problem -> sessions.terminal().printErr(problem.oneLine()));
                sessions.terminal()
                        .printErr("carillon: nothing was applied: "
                                + TextPieces.count(problems.size(), "problem", "problems") + " to fix");
                throw new FailedQuietly(ExitCode.USAGE);
            }
            return wanted;
        }
    }

    /** {@code carillon calendar list}. */
    @Command(name = "list", mixinStandardHelpOptions = true, description = "List the calendars.")
    static final class ListAll implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        ListAll(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (ClusterSession session = sessions.open()) {
                Collection<Calendar> all = session.calendars().all().values();
                if (output.json()) {
                    all.stream().map(CalendarCommand::json).forEach(sessions.terminal()::print);
                } else if (all.isEmpty()) {
                    sessions.terminal().print("no calendars yet; create one with: carillon calendar apply -f FILE");
                } else {
                    TextTable table = new TextTable("CALENDAR", "ZONE", "WEEKDAYS", "EXCLUDED", "INCLUDED");
                    all.forEach(calendar -> table.row(
                            calendar.name(),
                            calendar.zone() == null ? "each schedule's" : calendar.zone(),
                            calendar.weekdays().isEmpty() ? "all" : String.join(", ", calendar.weekdays()),
                            Integer.toString(calendar.exclude().size()),
                            Integer.toString(calendar.include().size())));
                    table.lines().forEach(sessions.terminal()::print);
                }
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon calendar get}. */
    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Print one calendar as JSON, which can be edited and applied again.")
    static final class Get implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Parameters(paramLabel = "NAME", description = "The calendar.")
        @SuppressWarnings("NullAway.Init") // Set by picocli.
        private String name;

        @Mixin
        private final OutputOption output = new OutputOption();

        Get(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (ClusterSession session = sessions.open()) {
                String line = json(session.calendars().get(name));
                sessions.terminal()
                        .print(
                                output.json()
                                        ? line
                                        : Json.read(line.getBytes(StandardCharsets.UTF_8))
                                                .toPrettyString());
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon calendar delete}. */
    @Command(
            name = "delete",
            mixinStandardHelpOptions = true,
            description = "Delete calendars; schedules that name one skip their ticks until it is applied again.")
    static final class Delete implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "The calendars.")
        private List<String> names = new ArrayList<>();

        Delete(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (ClusterSession session = sessions.open()) {
                Calendars calendars = session.calendars();
                for (Calendar found :
                        names.stream().distinct().map(calendars::get).toList()) {
                    String name = found.name();
                    long users = session.schedules().all().values().stream()
                            .filter(stored -> stored.schedule() != null
                                    && name.equals(stored.schedule().when().calendar()))
                            .count();
                    calendars.delete(found, session.trail());
                    sessions.terminal()
                            .print(name + " deleted"
                                    + (users == 0
                                            ? ""
                                            : "; the ticks of " + TextPieces.count(users, "schedule", "schedules")
                                                    + " that name it are skipped from now on"));
                }
            }
            return ExitCode.DONE;
        }
    }
}
