@NullMarked
package dev.carillon.standalone.cron;

import org.jspecify.annotations.NullMarked;
