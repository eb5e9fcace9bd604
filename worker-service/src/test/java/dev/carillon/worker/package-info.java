/** Tests of the worker as a whole, without a broker. */
@NullMarked
package dev.carillon.worker;

import org.jspecify.annotations.NullMarked;
