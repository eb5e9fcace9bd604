@NullMarked
package dev.carillon.cli.cron;

import org.jspecify.annotations.NullMarked;
