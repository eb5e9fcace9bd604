package dev.carillon.timing.cron;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Lists the values of a field in words. */
final class NamedValues {
    /** Values beyond this number are only counted. */
    static final int MOST = 12;

    private NamedValues() {}

    /** Three or more in a row as {@code 1 to 5}, the others one by one; a long list is cut. */
    static String of(FieldValues field, IntFunction<String> name) {
        List<Integer> values = values(field);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < values.size(); ) {
            int end = i;
            while (end + 1 < values.size() && values.get(end + 1) == values.get(end) + 1) {
                end++;
            }
            if (end - i >= 2) {
                words.add(name.apply(values.get(i)) + " to " + name.apply(values.get(end)));
                i = end + 1;
            } else {
                words.add(name.apply(values.get(i)));
                i++;
            }
        }
        if (words.size() > MOST) {
            int more = words.size() - MOST;
            return String.join(", ", words.subList(0, MOST)) + " and " + more + " more";
        }
        return listed(words);
    }

    static List<Integer> values(FieldValues field) {
        List<Integer> values = new ArrayList<>();
        for (int value = field.from(0); value >= 0; value = field.from(value + 1)) {
            values.add(value);
        }
        return values;
    }

    static String count(int number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }

    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last <= 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
