/** Records, JSON Schemas, golden samples and the AsyncAPI document say the same. */
@NullMarked
package dev.carillon.schemas.contract;

import org.jspecify.annotations.NullMarked;
