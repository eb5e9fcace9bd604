@NullMarked
package dev.carillon.standalone.doctor;

import org.jspecify.annotations.NullMarked;
