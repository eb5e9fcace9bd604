package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.fold.CountChanges;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlStatements;
import java.sql.SQLException;
import java.util.Map;

/** Adds the changes of a batch to the stored counts. */
final class SqlTallyTables {
    private static final String FACETS = SqlColumns.add("facets", SqlColumns.of("facet, value, minute, runs"));
    private static final String QUARTERS = SqlColumns.add("quarters", SqlColumns.of("task_id, quarter, state, runs"));
    private static final String ENDS = SqlColumns.add("ends", SqlColumns.of("grain, measure, start, class, runs"));

    private final SqlStatements statements;

    SqlTallyTables(SqlStatements statements) {
        this.statements = statements;
    }

    void add(CountChanges changes) throws SQLException {
        for (Map.Entry<CountChanges.Facet, Long> change : changes.facets().entrySet()) {
            CountChanges.Facet facet = change.getKey();
            statements
                    .with(FACETS)
                    .text(facet.facet())
                    .text(facet.value())
                    .number(facet.minute())
                    .number(change.getValue())
                    .batched();
        }
        statements.flush(FACETS);
        for (Map.Entry<CountChanges.Quarter, Long> change : changes.quarters().entrySet()) {
            CountChanges.Quarter quarter = change.getKey();
            statements
                    .with(QUARTERS)
                    .text(quarter.taskId())
                    .number(quarter.quarter())
                    .name(quarter.state())
                    .number(change.getValue())
                    .batched();
        }
        statements.flush(QUARTERS);
        for (Map.Entry<CountChanges.Ends, Long> change : changes.ends().entrySet()) {
            CountChanges.Ends ends = change.getKey();
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
