/** Certificates for tests, and tests of the checks of their files. */
@NullMarked
package dev.carillon.kit.tls;

import org.jspecify.annotations.NullMarked;
