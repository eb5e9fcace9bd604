/** What the whole system does, told as scenarios: each ends with the checker's verdict. */
@NullMarked
package dev.carillon.system.scenario;

import org.jspecify.annotations.NullMarked;
