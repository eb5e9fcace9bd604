@NullMarked
package dev.carillon.console.history.sql;

import org.jspecify.annotations.NullMarked;
