/** Tests that records, JSON Schemas, golden samples and the AsyncAPI document agree. */
@NullMarked
package dev.carillon.schemas.contract;

import org.jspecify.annotations.NullMarked;
