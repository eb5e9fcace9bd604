package dev.carillon.system.docs;

import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import dev.carillon.standalone.cron.Explanation;
import dev.carillon.standalone.cron.ExplanationText;
import dev.carillon.standalone.cron.FireTimes;
import dev.carillon.standalone.terminal.Paint;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** {@code docs/cron.md}: the dialect and the rule for clock changes, with what the code makes of them. */
final class CronPageTest {
    private static final String TOP = """
        `cron` in a schedule says at which local times it fires, `zone` on whose clock (UTC if absent). Two commands show
        what an expression means before it runs, the page's Cron lab and REST (`/v1/cron/explain`) do the same:

        ```
        $ carillon cron explain "30 2 * * *" --zone Europe/Berlin -n 2
        %EXPLAINED%
        ```

        `carillon cron next EXPR` prints instants alone, and with `--stdin` answers any number of questions, one JSON object a
        line: `expr`, and if you like `zone`, `gap`, `fold`, `taskId`, `from`, `count`. Each line that is not blank gets one answer, in order; a
        bad one gets `{"expr":…,"error":{"code":…,"message":…}}`, and the next line is answered all the same.

        ## Fields

        Five fields are minute, hour, day of month, month, day of week; six have the second in front. There is no field for
        years: a schedule's `from` and `until` name a period.

        %EXAMPLES%
        Shorthands: `@yearly` (`@annually`), `@monthly`, `@weekly` (Sunday), `@daily` (`@midnight`), `@hourly`. They mean what
        the normal form says, to the second; Jenkins' shorthands choose a time of their own, these don't.

        %FORMS%
        - Names are JAN to DEC and SUN to SAT, in any case, wherever a number may stand. Sunday is 0 and 7. Monday is 1, as in
          vixie cron; Quartz calls Sunday 1.
        - **Day of month and day of week both restricted: either matches,** as in vixie cron. `0 0 13 * FRI` fires on every 13th
          and on every Friday.
        - A step from one value (`3/20`) runs to the end of the field, like a `*/20` that starts later.
        - `H` is a number that the taskId chooses, always the same, evenly spread, and another one in each field. `H(0-29)`
          chooses from a range, `H/15` where the steps begin. Days of the month are chosen from 1 to 28. What `H` chose for a
          taskId never changes, in no release.
        - A day that a month lacks is passed over (`31`, `FRI#5`).

        ## What is refused

        What two readers of cron read differently is refused, and the answer names both readings; so is what never fires, and
        whatever is no expression at all. An expression has at most 500 characters, in plain ASCII.

        %REFUSALS%
        Instants in a schedule (`at`, `from`, `until`) end with the year 2099.

        ## Clock changes

        An expression names local times, on a line that knows no zones. The clock changes of its zone map that line to instants:

        1. **Fixed times**, where hours and minutes are both named (also as lists and ranges): a local time that the clocks
           **skip** fires at the first instant after the change, or not at all (`gap: run-after` or `skip`). One that they
           **repeat** fires the first time, the last time or both times (`fold: first`, `last` or `both`). So "at half past
           two each day" is each day, once. With `gap: skip`, the event `SLICE` of that second lists under `lost` which schedules
           have no tick for that, and the local time that they name; up to 500.
        2. **A wildcard** in hours or minutes (`*`, or a step without an end such as `*/5` or `0/5`) means real time: it fires
           whenever the wall clock shows a matching time. Nothing in a skipped hour, everything again in a repeated one; so
           "every five minutes" is every five minutes. `gap` and `fold` have no say in it. A range (`0-59/5`, `0-23`) counts as
           fixed times.
        3. What is planned is **a set of instants**: two local times that fall on one instant are one tick.

        Seconds and days don't matter for this. `run-after` and `first` are the defaults. Half an hour, a whole day or midnight
        itself may be skipped; the rule is the same. `carillon cron explain` warns when a clock change is about to touch a time.

        `carillon why TASKID --at 2026-03-29T02:30`, a time of the schedule's zone, answers with the rule: that it was skipped and
        nothing fired (`NO_SUCH_TIME`), which tick stands for it, or that the other passing is the one that counts
        (`OTHER_PASSING`). `-o json` has the change and the rule under `clockChange`.

        The rules of zones are those of the JVM. **A zone that it does not know**, or no longer knows after an update of its zone
        data, is refused as BAD_ZONE where it is new, and parks a schedule that was in force: it is BROKEN with that code, an
        event says so, and all others go on. Nothing is owed while it is parked. Apply it again, with a zone that exists, to
        mend it.

        ### What that comes to

        """;

    private static String explained() {
        Instant now = Instant.parse("2027-03-01T12:00:00Z");
        FireTimes question = new FireTimes("30 2 * * *", "task", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST, now, 2);
        return String.join("\n", new ExplanationText(Explanation.of(question), now, new Paint(false)).lines());
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
