package dev.carillon.cli.schedulefile;

/** A line and a column, counted from 1. */
public record FilePlace(int line, int column) {
    static final FilePlace START = new FilePlace(1, 1);
}
