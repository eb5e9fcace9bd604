/** What the documents claim of the code is compared with the code. */
@NullMarked
package dev.carillon.system.docs;

import org.jspecify.annotations.NullMarked;
