/** What a check reports: violations of guarantees, and counts. */
@NullMarked
package dev.carillon.system.checker.finding;

import org.jspecify.annotations.NullMarked;
