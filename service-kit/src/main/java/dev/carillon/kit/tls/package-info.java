/**
 * Files with certificates and keys, looked at before a client stumbles over them.
 */
@NullMarked
package dev.carillon.kit.tls;

import org.jspecify.annotations.NullMarked;
