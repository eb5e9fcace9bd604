/** Tests the size limits: records of the largest size and one byte more, also in a worker with little memory. */
@NullMarked
package dev.carillon.system.limits;

import org.jspecify.annotations.NullMarked;
