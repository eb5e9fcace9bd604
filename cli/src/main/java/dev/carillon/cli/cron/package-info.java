/** Commands about cron expressions; they need no cluster. */
@NullMarked
package dev.carillon.cli.cron;

import org.jspecify.annotations.NullMarked;
