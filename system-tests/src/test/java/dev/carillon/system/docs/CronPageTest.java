package dev.carillon.system.docs;

import dev.carillon.cli.cron.CronExplanation;
import dev.carillon.cli.cron.ExplanationText;
import dev.carillon.cli.cron.FireTimes;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/cron.md} with the code, which fills in its tables. */
final class CronPageTest {
    private static final String TOP = """
        `cron` in a schedule says at which local times it fires, `zone` on which clock (UTC if absent). Two commands show the
        meaning of an expression before it runs; the page's Cron lab and REST (`/v1/cron/explain`) do the same:

        ```
        $ carillon cron explain "30 2 * * *" --zone Europe/Berlin -n 2
        %EXPLAINED%
        ```

        `carillon cron next EXPR` prints instants alone, and with `--stdin` answers any number of questions, one JSON object a
        line: `expr`, and optionally `zone`, `gap`, `fold`, `taskId`, `from`, `count`. Each line that is not blank gets one
        answer, in order; a bad one gets `{"expr":…,"error":{"code":…,"message":…}}`, and the command continues with the next
        line.

        ## Fields

        Five fields are minute, hour, day of month, month, day of week; six have the second in front. There is no field for
        years: a schedule's `from` and `until` set a period.

        %EXAMPLES%
        Shorthands: `@yearly` (`@annually`), `@monthly`, `@weekly` (Sunday), `@daily` (`@midnight`), `@hourly`. They mean
        exactly their normal form, to the second; Jenkins' shorthands choose a time of their own, these don't.

        %FORMS%
        - Names are JAN to DEC and SUN to SAT, in any case, wherever a number may stand. Sunday is 0 and 7. Monday is 1, as in
          vixie cron; Quartz calls Sunday 1.
        - **Day of month and day of week both restricted: either matches,** as in vixie cron. `0 0 13 * FRI` fires on every 13th
          and on every Friday.
        - A step from one value (`3/20`) runs to the end of the field, like a `*/20` that starts later.
        - `H` is a number that the taskId determines, always the same, evenly spread, and different in each field. `H(0-29)`
          takes it from a range, `H/15` starts its steps at it. Days of the month are 1 to 28. The number for a taskId never
          changes, in no release.
        - It does not fire in a month that lacks the day (`31`, `FRI#5`).

        ## What is refused

        An expression that two cron parsers read differently is refused, and the answer names both readings; one that never
        fires or is not valid is refused too. An expression has at most 500 characters, in plain ASCII.

        %REFUSALS%
        Instants in a schedule (`at`, `from`, `until`) end with the year 2099.

        ## Clock changes

        An expression names local times, on a time line without zones. The clock changes of its zone map that line to instants:

        1. **Fixed times**, if hours and minutes are both named (also as lists and ranges): a local time that the clocks
           **skip** fires at the first instant after the change, or not at all (`gap: run-after` or `skip`). One that they
           **repeat** fires the first time, the last time or both times (`fold: first`, `last` or `both`). So "at half past two
           each day" fires each day, once. With `gap: skip`, the event `SLICE` of that second lists under `lost` the schedules
           that have no tick because of it, with the local time that they name; up to 500.
        2. **A wildcard** in hours or minutes (`*`, or a step without an end such as `*/5` or `0/5`) means real time: it fires
           whenever the wall clock shows a matching time. It never fires in a skipped hour and fires again in a repeated one; so
           "every five minutes" is every five minutes. `gap` and `fold` do not apply. A range (`0-59/5`, `0-23`) counts as fixed
           times.
        3. The result is **a set of instants**: two local times that map to one instant are one tick.

        This rule does not depend on seconds and days. `run-after` and `first` are the defaults. Clocks may skip half an hour, a
        whole day or midnight itself; the rule is the same. `carillon cron explain` warns if a clock change is about to affect a
        time.

        `carillon why TASKID --at 2026-03-29T02:30`, a time of the schedule's zone, answers with the rule: the time was skipped
        and nothing fired (`NO_SUCH_TIME`), another tick stands for it, or the other passing is the one that counts
        (`OTHER_PASSING`). `-o json` has the change and the rule under `clockChange`.

        The JVM has the rules of zones. **A zone that it does not know**, or no longer knows after an update of its zone data,
        is refused as BAD_ZONE in a new definition, and parks a schedule that was in force: the schedule is BROKEN with that
        code, an event says so, and all others continue. It has no ticks while it is parked. To repair it, apply it again with a
        zone that exists.

        ### Examples of clock changes

        """;

    private static String explained() {
        Instant now = Instant.parse("2027-03-01T12:00:00Z");
        FireTimes question = new FireTimes("30 2 * * *", "task", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST, now, 2);
        return String.join(
                "\n", new ExplanationText(CronExplanation.of(question), now, new TerminalColors(false)).lines());
    }

    private static String examples() {
        return CronTables.examples(
                "0 30 2 * * *",
                "0 0 17 * * 1,4",
                "0 0 3 1,15 * *",
                "0 */5 * * * *",
                "*/5 * * * * *",
                "0 0 9-17 * * *",
                "0 6 * * MON-FRI",
                "@weekly");
    }

    private static String forms() {
        return CronTables.forms(
                "any | `*` every value | * * * * *",
                "any | `5` a value; `1,15` several | 5 6 1,15 * *",
                "any | `9-17` a range | 30 9-17 * * *",
                "any | `*/5` each fifth value; `10-50/20` within a range | 10-50/20 8 * * *",
                "any | `3/20` from a value to the end, in steps | 3/20 * * * *",
                "any | `H`, `H(0-29)`, `H/15` a value that the taskId chooses (here nightly-report) | H H(0-5) * * *",
                "days | `?` the same as `*`, in one of the two | 0 12 ? * MON",
                "day of month | `L` the last day; `L-3` three days before it | 0 12 L * *",
                "day of month | `LW` the last day from Monday to Friday | 0 12 LW * *",
                "day of month | `15W` the day from Monday to Friday nearest to the 15th, in the same month | 0 12 15W"
                        + " * *",
                "day of week | `FRIL`, `5L` the last Friday of the month | 0 12 * * FRIL",
                "day of week | `FRI#3` the third Friday; lists of them, too | 0 12 * * MON#1,FRI#3");
    }

    private static String refusals() {
        return CronTables.refusals(
                "0 0 6 * * * 2027",
                "0 6 * *",
                "0 22-2 * * *",
                "0 0 * * FRI-TUE",
                "0 0 0 ? * ?",
                "0 0 */2 * MON",
                "0 0 31W * *",
                "0 0 L-30 * *",
                "0 0 1,L * *",
                "0 0 15W,LW * *",
                "0 0 * * L",
                "0 0 * * 1,5L",
                "*/90 * * * *",
                "*,30 * * * *",
                "60 * * * *",
                "0 0 * * MUN",
                "0 0 30 FEB *",
                "@every 5m",
                "\u0665 * * * *",
                "\ufeff0 6 * * *");
    }

    private static String changes() {
        return CronTables.around(
                        "Europe/Berlin",
                        "2026-03-01T00:00:00Z",
                        "30 2 * * * | run-after",
                        "30 2 * * * | skip",
                        "0,30 2 * * * | run-after",
                        "0 3 * * * | run-after",
                        "*/30 * * * * | either",
                        "30 * * * * | either",
                        "*/30 2 * * * | either")
                + CronTables.around(
                        "Europe/Berlin",
                        "2026-10-01T00:00:00Z",
                        "30 2 * * * | first",
                        "30 2 * * * | last",
                        "30 2 * * * | both",
                        "*/30 * * * * | any",
                        "30 0-23 * * * | first")
                + CronTables.around(
                        "America/New_York",
                        "2026-03-01T00:00:00Z",
                        "30 2 * * * | run-after",
                        "0 30 2 * * MON | run-after")
                + CronTables.around(
                        "America/New_York", "2026-10-01T00:00:00Z", "30 1 * * * | first", "30 1 * * * | both")
                + CronTables.around(
                        "Australia/Lord_Howe",
                        "2025-09-01T00:00:00Z",
                        "15 2 * * * | run-after",
                        "15,30 2 * * * | run-after",
                        "15 2 * * * | skip")
                + CronTables.around(
                        "Australia/Lord_Howe",
                        "2025-04-01T00:00:00Z",
                        "45 1 * * * | first",
                        "45 1 * * * | both",
                        "45 * * * * | any")
                + CronTables.around(
                        "Pacific/Apia",
                        "2011-12-01T00:00:00Z",
                        "0 9 * * * | run-after",
                        "0 9 * * * | skip",
                        "0 9,17 30 12 * | run-after",
                        "0 */12 * * * | either")
                + CronTables.around(
                        "America/Santiago",
                        "2025-09-01T00:00:00Z",
                        "0 0 * * * | run-after",
                        "0 0 * * * | skip",
                        "@hourly | either")
                + CronTables.around(
                        "America/Santiago", "2025-04-01T00:00:00Z", "30 23 * * * | first", "30 23 * * * | last")
                + CronTables.around(
                        "Africa/Casablanca", "2025-02-01T00:00:00Z", "30 2 * * * | first", "30 2 * * * | both")
                + CronTables.around(
                        "Africa/Casablanca", "2025-03-15T00:00:00Z", "30 2 * * * | run-after", "30 2 * * * | skip");
    }

    @Test
    void thePageSaysWhatTheCodeDoes() throws IOException {
        String page = TOP.replace("%EXPLAINED%", explained())
                .replace("%EXAMPLES%", examples())
                .replace("%FORMS%", forms())
                .replace("%REFUSALS%", refusals());
        GeneratedPage.compare("cron.md", "Cron", page + changes());
    }
}
