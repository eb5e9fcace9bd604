package dev.carillon.system.architecture.planted.parts;

record ManyParts(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
