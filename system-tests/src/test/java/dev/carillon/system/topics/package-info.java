/** Tests what happens when topics are changed or deleted while the system runs. */
@NullMarked
package dev.carillon.system.topics;

import org.jspecify.annotations.NullMarked;
