@NullMarked
package dev.carillon.console.history.sql.run;

import org.jspecify.annotations.NullMarked;
