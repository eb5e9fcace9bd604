package dev.carillon.standalone.program;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The command lines that a page names, in its shell blocks and within its sentences, as the words of each. */
final class DocumentedWords {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern IN_A_SENTENCE = Pattern.compile("`(?:\\./)?carillon ([^`]+)`");
    private static final Pattern IN_A_BLOCK =
            Pattern.compile("(?m)^(?:.*(?:\\||\\$\\()\\s*|\\$ )?(?:\\./)?carillon (.*)$");
    private static final String SHELL = "sh bash console";

    private DocumentedWords() {}

    static List<List<String>> of(String page) {
        List<List<String>> all = new ArrayList<>();
        for (MatchResult block : FENCED.matcher(page).results().toList()) {
            if (block.group(1).isEmpty() || SHELL.contains(block.group(1))) {
                String joined = block.group(2).replaceAll("\\\\\\n", " ");
                IN_A_BLOCK.matcher(joined).results().forEach(line -> all.add(words(line.group(1))));
            }
        }
        String sentences = FENCED.matcher(page).replaceAll("");
        IN_A_SENTENCE
                .matcher(sentences)
                .results()
                .forEach(line -> all.add(words(line.group(1).replace('\n', ' '))));
        return all;
    }

    /** As a shell would cut them, up to where the command ends. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                begun = true;
            } else if ("|><&;)#".indexOf(c) >= 0 && (c != '#' || !begun)) {
                break;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                begun = true;
            } else if (begun) {
                words.add(word.toString());
                word.setLength(0);
                begun = false;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }
}
