@NullMarked
package dev.carillon.cli.doctor.finding;

import org.jspecify.annotations.NullMarked;
