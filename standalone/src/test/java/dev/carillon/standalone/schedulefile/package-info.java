@NullMarked
package dev.carillon.standalone.schedulefile;

import org.jspecify.annotations.NullMarked;
