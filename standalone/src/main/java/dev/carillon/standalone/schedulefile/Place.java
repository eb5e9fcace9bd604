package dev.carillon.standalone.schedulefile;

/** A line and a column, counted from 1. */
public record Place(int line, int column) {
    static final Place START = new Place(1, 1);
}
