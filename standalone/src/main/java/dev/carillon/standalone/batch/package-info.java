/** Many tasks from lines of JSON: read one at a time, so that their number has no bound but time. */
@NullMarked
package dev.carillon.standalone.batch;

import org.jspecify.annotations.NullMarked;
