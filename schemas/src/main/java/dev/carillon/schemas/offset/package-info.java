/** What workers keep beside their committed offsets: which records of a partition are done. */
@NullMarked
package dev.carillon.schemas.offset;

import org.jspecify.annotations.NullMarked;
