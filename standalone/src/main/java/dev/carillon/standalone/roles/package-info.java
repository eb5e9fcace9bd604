/** Creates the service of each role. */
@NullMarked
package dev.carillon.standalone.roles;

import org.jspecify.annotations.NullMarked;
