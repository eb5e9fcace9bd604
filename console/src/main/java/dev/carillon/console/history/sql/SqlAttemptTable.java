package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.AttemptFacts;
import dev.carillon.console.history.fold.EndFact;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.fold.Stamp;
import dev.carillon.schemas.record.ResultStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts of attempts as rows, and back from them. */
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

    /** Adds the attempts that are kept. */
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
        Stamp lying = row.stamp();
        boolean delayed = row.flag();
        Instant notBefore = row.instant();
        Stamp claim = row.stamp();
        String worker = row.text();
        Instant started = row.instant();
        long back = row.number();
        long said = row.number();
        return AttemptFacts.restored(
                number,
                queued == null ? Long.MAX_VALUE : queued,
                lying == null ? null : new AttemptFacts.Lying(lying, delayed, notBefore),
                claim == null ? null : new AttemptFacts.Claim(claim, worker, started),
                back,
                end(row),
                said);
    }

    private static @Nullable EndFact end(SqlAnswer row) throws SQLException {
        boolean ofOutcome = row.flag();
        Stamp stamp = row.stamp();
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
                : new EndFact(
                        ofOutcome, stamp, status, code, message, error, worker, scheduled, started, finished, next,
                        null);
    }

    /** Adds the rows to what {@link #flush} writes. */
    void save(RunFacts facts) throws SQLException {
        for (AttemptFacts attempt : facts.attempts()) {
            AttemptFacts.Lying lying = attempt.lying();
            AttemptFacts.Claim claim = attempt.claim();
            SqlValues values = statements
                    .with(UPSERT)
                    .number(facts.id())
                    .number(attempt.number())
                    .number(attempt.queued() == Long.MAX_VALUE ? null : (Long) attempt.queued())
                    .stamp(lying == null ? null : lying.stamp())
                    .flag(lying != null && lying.delayed())
                    .instant(lying == null ? null : lying.notBefore())
                    .stamp(claim == null ? null : claim.stamp())
                    .text(claim == null ? null : claim.worker())
                    .instant(claim == null ? null : claim.started())
                    .number(attempt.handedBack())
                    .number(attempt.said());
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
