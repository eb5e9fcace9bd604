package dev.carillon.console.history;

import java.util.List;

/** Receives the changes of each batch once its rows are committed, so that a query made then sees them. */
@FunctionalInterface
public interface ChangeListener {
    /** Called on the ingest thread, which reads no records meanwhile: it must return at once. */
    void changed(List<HistoryChange> changes);
}
