/** Certificates for tests, and tests of how files with them are looked at. */
@NullMarked
package dev.carillon.kit.tls;

import org.jspecify.annotations.NullMarked;
