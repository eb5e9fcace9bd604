/**
 * History in SQL. Classes whose names begin with {@code Sql} speak the language that databases have in common; what is
 * SQLite's own is in {@code Sqlite} classes and in the numbered scripts beside them.
 */
@NullMarked
package dev.carillon.console.history.sql;

import org.jspecify.annotations.NullMarked;
