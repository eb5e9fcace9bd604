package dev.carillon.system.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line of output with placeholders for parts that differ between runs: times, marks of new keys, durations, ports,
 * temporary directories, longer numbers, spaces. On pages, … stands for omitted lines, or for a part of one.
 */
final class Shape {
    private static final String ANYTHING = "…";
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");
    private static final Pattern PLACE = Pattern.compile("\\S*/carillon-up-[0-9]+");
    private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z(~[a-z2-7]{8}\\b)?");
    private static final Pattern TIME = Pattern.compile("[0-9]{2}:[0-9]{2}:[0-9]{2}");
    private static final Pattern DURATION =
            Pattern.compile("\\b[0-9]+(\\.[0-9]+)? ?(ms|s|min|m|h|d)\\b( [0-9]+ ?(s|min|h)\\b)?");
    private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:[0-9]+");
    private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,]*[0-9]");
    private static final Pattern SPACES = Pattern.compile("\\s+|-{2,}|─{2,}");

    private Shape() {}

    static String of(String line) {
        String shape = COLOUR.matcher(line).replaceAll("");
        shape = PLACE.matcher(shape).replaceAll("<place>");
        shape = INSTANT.matcher(shape).replaceAll("<instant>");
        shape = TIME.matcher(shape).replaceAll("<time>");
        shape = DURATION.matcher(shape).replaceAll("<duration>");
        shape = ADDRESS.matcher(shape).replaceAll("<address>");
        shape = NUMBER.matcher(shape).replaceAll("<number>");
        return SPACES.matcher(shape).replaceAll(" ").strip();
    }

    private static Pattern pattern(String documented) {
        return Pattern.compile(Pattern.compile(ANYTHING)
                .splitAsStream(of(documented) + " ")
                .map(part -> part.isBlank() ? "" : Pattern.quote(part.strip()))
                .collect(Collectors.joining(".*", "", documented.endsWith(ANYTHING) ? ".*" : "")));
    }

    /** The first documented line that does not follow in the output, in order; empty if all do. */
    static String firstMissing(String documented, List<String> printed) {
        List<String> shapes = printed.stream().map(Shape::of).toList();
        int from = 0;
        for (String line : documented.lines().filter(line -> !line.isBlank()).toList()) {
            Pattern wanted = pattern(line);
            int at = from;
            while (at < shapes.size() && !matches(wanted, shapes.get(at))) {
                at++;
            }
            if (at == shapes.size()) {
                return line.strip();
            }
            from = line.strip().equals(ANYTHING) ? from : at + 1;
        }
        return "";
    }

    private static boolean matches(Pattern wanted, String shape) {
        return wanted.matcher(shape).matches();
    }
}
