/** Tests of when a schedule fires, the densest of them against a scan that shares no code with the evaluator. */
@NullMarked
package dev.carillon.timing.cron;

import org.jspecify.annotations.NullMarked;
