@NullMarked
package dev.carillon.system.checker.plan;

import org.jspecify.annotations.NullMarked;
