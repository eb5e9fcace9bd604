/** What the commands that only look say of a running system. */
@NullMarked
package dev.carillon.system.look;

import org.jspecify.annotations.NullMarked;
