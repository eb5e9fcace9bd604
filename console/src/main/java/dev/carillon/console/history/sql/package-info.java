/**
 * The history in SQL. Classes named {@code Sql…} use the SQL that most databases share; only the classes named {@code
 * Sqlite…} and the numbered scripts depend on SQLite.
 */
@NullMarked
package dev.carillon.console.history.sql;

import org.jspecify.annotations.NullMarked;
