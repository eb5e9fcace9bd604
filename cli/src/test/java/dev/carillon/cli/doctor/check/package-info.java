@NullMarked
package dev.carillon.cli.doctor.check;

import org.jspecify.annotations.NullMarked;
