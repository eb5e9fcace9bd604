/** The switches of a cluster that outlive every process: what they are, who set them, and how they are set. */
@NullMarked
package dev.carillon.client.settings;

import org.jspecify.annotations.NullMarked;
