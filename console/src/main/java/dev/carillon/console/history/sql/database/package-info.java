/** The SQLite file: its connections, migrations, statements and small tables. */
@NullMarked
package dev.carillon.console.history.sql.database;

import org.jspecify.annotations.NullMarked;
