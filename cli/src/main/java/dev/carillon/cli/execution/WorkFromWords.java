package dev.carillon.cli.execution;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Work;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;

/** Turns the text after {@code once} into work: a URL is fetched over HTTP, any other text is a shell line. */
public final class WorkFromWords {
    private static final int LONGEST_NAME = 40;

    private WorkFromWords() {}

    public static Work of(String words) {
        return isUrl(words) ? Work.of("http", http(words)) : Work.of("shell", shell(words));
    }

    /** The payload of an {@code http} task that fetches the URL. */
    public static RawJson http(String url) {
        return RawJson.of(JsonNodeFactory.instance.objectNode().put("url", url));
    }

    /** The payload of a {@code shell} task that runs the line as a terminal would. */
    public static RawJson shell(String line) {
        return RawJson.of(JsonNodeFactory.instance.objectNode().put("script", line));
    }

    /** A taskId derived from the text: {@code curl -s example.org} becomes {@code curl-s-example.org}. */
    public static String taskId(String words) {
        String name = words.toLowerCase(Locale.ROOT)
                .replaceFirst("^https?://", "")
                .replaceAll("[^a-z0-9._]+", "-")
                .replaceAll("^[-.]+", "");
        String cut = name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("[-.]+$", "");
        return cut.isEmpty() ? "once" : cut;
    }

    private static boolean isUrl(String words) {
        return words.matches("(?i)https?://\\S+");
    }
}
