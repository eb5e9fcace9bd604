package dev.carillon.kit.config;

import java.util.Optional;
import java.util.Set;

/** The vocabulary of a setting that is no open group: it has no names. */
final class NoVocabulary implements Vocabulary {
    @Override
    public String maker() {
        return "nobody";
    }

    @Override
    public Set<String> names() {
        return Set.of();
    }

    @Override
    public Optional<Refusal> refusal(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<String> whyUnfit(String name, String value) {
        return Optional.empty();
    }

    @Override
    public boolean isSecret(String name) {
        return false;
    }
}
