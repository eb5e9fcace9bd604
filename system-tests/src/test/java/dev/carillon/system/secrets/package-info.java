/** Tests that no output, log, metric or event shows a secret. */
@NullMarked
package dev.carillon.system.secrets;

import org.jspecify.annotations.NullMarked;
