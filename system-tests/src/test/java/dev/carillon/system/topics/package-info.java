/** What happens when somebody changes or deletes topics under the running system. */
@NullMarked
package dev.carillon.system.topics;

import org.jspecify.annotations.NullMarked;
