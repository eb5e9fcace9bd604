/** What a check found: its severity, the reason, and the fix. */
@NullMarked
package dev.carillon.cli.doctor.finding;

import org.jspecify.annotations.NullMarked;
