@NullMarked
package dev.carillon.client.settings;

import org.jspecify.annotations.NullMarked;
