@NullMarked
package dev.carillon.cli.schedulefile;

import org.jspecify.annotations.NullMarked;
