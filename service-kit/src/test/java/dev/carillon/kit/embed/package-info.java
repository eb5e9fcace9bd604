/** Tests of services inside other programs. */
@NullMarked
package dev.carillon.kit.embed;

import org.jspecify.annotations.NullMarked;
