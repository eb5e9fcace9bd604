/** Looking at cron expressions without a cluster. */
@NullMarked
package dev.carillon.standalone.cron;

import org.jspecify.annotations.NullMarked;
