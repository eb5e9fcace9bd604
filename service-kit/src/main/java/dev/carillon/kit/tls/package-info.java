/** Files with certificates and keys, checked before a client fails on them. */
@NullMarked
package dev.carillon.kit.tls;

import org.jspecify.annotations.NullMarked;
