package dev.carillon.kit.config;

import java.util.Optional;
import java.util.Set;

/** The default for a setting that is not a group: it has no names. */
final class NoForeignSettings implements ForeignSettings {
    @Override
    public String maker() {
        return "no program";
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
