/** What is as large as the contract allows, and one byte larger: at every door, and in a worker with little memory. */
@NullMarked
package dev.carillon.system.limits;

import org.jspecify.annotations.NullMarked;
