@NullMarked
package dev.carillon.cli.doctor.fact;

import org.jspecify.annotations.NullMarked;
