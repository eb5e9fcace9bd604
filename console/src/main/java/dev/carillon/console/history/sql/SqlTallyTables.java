package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.Tallies;
import java.sql.SQLException;
import java.util.Map;

/** Adds what a batch changes to the counts. */
final class SqlTallyTables {
    private static final String FACETS = SqlColumns.add("facets", SqlColumns.of("facet, value, minute, runs"));
    private static final String QUARTERS = SqlColumns.add("quarters", SqlColumns.of("task_id, quarter, state, runs"));
    private static final String ENDS = SqlColumns.add("ends", SqlColumns.of("grain, measure, start, class, runs"));

    private final SqlStatements statements;

    SqlTallyTables(SqlStatements statements) {
        this.statements = statements;
    }

    void add(Tallies tallies) throws SQLException {
        for (Map.Entry<Tallies.Facet, Long> change : tallies.facets().entrySet()) {
            Tallies.Facet facet = change.getKey();
            statements
                    .with(FACETS)
                    .text(facet.facet())
                    .text(facet.value())
                    .number(facet.minute())
                    .number(change.getValue())
                    .batched();
        }
        statements.flush(FACETS);
        for (Map.Entry<Tallies.Quarter, Long> change : tallies.quarters().entrySet()) {
            Tallies.Quarter quarter = change.getKey();
            statements
                    .with(QUARTERS)
                    .text(quarter.taskId())
                    .number(quarter.quarter())
                    .name(quarter.state())
                    .number(change.getValue())
                    .batched();
        }
        statements.flush(QUARTERS);
        for (Map.Entry<Tallies.Ends, Long> change : tallies.ends().entrySet()) {
            Tallies.Ends ends = change.getKey();
            statements
                    .with(ENDS)
                    .number(ends.grain())
                    .text(ends.measure())
                    .number(ends.start())
                    .number(ends.number())
                    .number(change.getValue())
                    .batched();
        }
        statements.flush(ENDS);
    }
}
