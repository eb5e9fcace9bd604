/** What the doctor finds on a real cluster, and dead letters that run again. */
@NullMarked
package dev.carillon.system.doctor;

import org.jspecify.annotations.NullMarked;
