@NullMarked
package dev.carillon.cli.doctor.source;

import org.jspecify.annotations.NullMarked;
