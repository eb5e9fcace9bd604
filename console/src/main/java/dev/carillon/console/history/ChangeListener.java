package dev.carillon.console.history;

import java.util.List;

/** Hears what was changed, after it can be asked for. */
@FunctionalInterface
public interface ChangeListener {
    /** Called on the thread that takes in records: it must return at once. */
    void changed(List<Change> changes);
}
