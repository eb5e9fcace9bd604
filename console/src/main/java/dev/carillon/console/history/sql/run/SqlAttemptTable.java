package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.fold.AttemptFacts;
import dev.carillon.console.history.fold.EndFact;
import dev.carillon.console.history.fold.EndFactBuilder;
import dev.carillon.console.history.fold.RecordStamp;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.schemas.record.ResultStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores the facts of attempts as rows, and reads them back. */
final class SqlAttemptTable {
    private static final List<String> KEY = SqlColumns.of("run_id, number");
    private static final List<String> FACTS = SqlColumns.of("queued_at, lying_at, lying_seat, lying_delayed,"
            + " lying_not_before, claim_at, claim_seat, claim_worker, claim_started, back_at, said_at, end_of_outcome,"
            + " end_at, end_seat, status, code, message, error, worker, scheduled, started, finished, next");
    private static final String UPSERT = SqlColumns.upsert(
            "attempts", KEY, Stream.of(KEY, FACTS).flatMap(List::stream).toList());
    private static final String FIND =
            "SELECT number, " + SqlColumns.listed(FACTS) + " FROM attempts WHERE run_id = ? ORDER BY number";

    private final SqlStatements statements;

    SqlAttemptTable(SqlStatements statements) {
        this.statements = statements;
    }

    /** Adds the stored attempts to the facts. */
    void restore(RunFacts facts) throws SQLException {
        try (SqlAnswer row = statements.ask(statements.with(FIND).number(facts.id()))) {
            while (row.next()) {
                facts.restore(attempt(row));
            }
        }
    }

    private static AttemptFacts attempt(SqlAnswer row) throws SQLException {
        int number = (int) row.number();
        Long queued = row.perhapsNumber();
        RecordStamp placement = row.stamp();
        boolean delayed = row.flag();
        Instant notBefore = row.instant();
        RecordStamp claim = row.stamp();
        String worker = row.text();
        Instant started = row.instant();
        long handedBack = row.number();
        long reported = row.number();
        return AttemptFacts.restored(
                number,
                queued == null ? Long.MAX_VALUE : queued,
                placement == null ? null : new AttemptFacts.Placement(placement, delayed, notBefore),
                claim == null ? null : new AttemptFacts.Claim(claim, worker, started),
                handedBack,
                end(row),
                reported);
    }

    private static @Nullable EndFact end(SqlAnswer row) throws SQLException {
        boolean ofOutcome = row.flag();
        RecordStamp stamp = row.stamp();
        ResultStatus status = row.name(ResultStatus.class);
        String code = row.text();
        String message = row.text();
        String error = row.text();
        String worker = row.text();
        Instant scheduled = row.instant();
        Instant started = row.instant();
        Instant finished = row.instant();
        Instant next = row.instant();
        return stamp == null || status == null
                ? null
                : EndFactBuilder.builder()
                        .ofOutcome(ofOutcome)
                        .stamp(stamp)
                        .status(status)
                        .code(code)
                        .message(message)
                        .error(error)
                        .worker(worker)
                        .scheduled(scheduled)
                        .started(started)
                        .finished(finished)
                        .next(next)
                        .build();
    }

    /** Adds the rows to the batch that {@link #flush} writes. */
    void save(RunFacts facts) throws SQLException {
        for (AttemptFacts attempt : facts.attempts()) {
            AttemptFacts.Placement placement = attempt.placement();
            AttemptFacts.Claim claim = attempt.claim();
            SqlValues values = statements
                    .with(UPSERT)
                    .number(facts.id())
                    .number(attempt.number())
                    .number(attempt.queued() == Long.MAX_VALUE ? null : (Long) attempt.queued())
                    .stamp(placement == null ? null : placement.stamp())
                    .flag(placement != null && placement.delayed())
                    .instant(placement == null ? null : placement.notBefore())
                    .stamp(claim == null ? null : claim.stamp())
                    .text(claim == null ? null : claim.worker())
                    .instant(claim == null ? null : claim.started())
                    .number(attempt.handedBack())
                    .number(attempt.reported());
            set(values, attempt.end());
            values.batched();
        }
    }

    private static void set(SqlValues values, @Nullable EndFact end) throws SQLException {
        var unused = end == null
                ? values.nothing(12)
                : values.flag(end.ofOutcome())
                        .stamp(end.stamp())
                        .name(end.status())
                        .text(end.code())
                        .text(end.message())
                        .text(end.error())
                        .text(end.worker())
                        .instant(end.scheduled())
                        .instant(end.started())
                        .instant(end.finished())
                        .instant(end.next());
    }

    void flush() throws SQLException {
        statements.flush(UPSERT);
    }
}
