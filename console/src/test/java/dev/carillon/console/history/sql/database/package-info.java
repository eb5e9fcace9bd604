@NullMarked
package dev.carillon.console.history.sql.database;

import org.jspecify.annotations.NullMarked;
