/** What every command uses: global options, connections to the cluster, and common options. */
@NullMarked
package dev.carillon.cli.frame;

import org.jspecify.annotations.NullMarked;
