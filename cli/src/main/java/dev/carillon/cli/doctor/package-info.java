/** {@code carillon doctor}: gathers facts, judges each, and prints what is wrong with how to fix it. */
@NullMarked
package dev.carillon.cli.doctor;

import org.jspecify.annotations.NullMarked;
