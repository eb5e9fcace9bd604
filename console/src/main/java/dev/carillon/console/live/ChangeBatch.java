package dev.carillon.console.live;

import dev.carillon.console.history.HistoryChange;
import dev.carillon.schemas.state.ExecutionState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes of one round, and the events made of them. */
final class ChangeBatch {
    /** Most changes that an event lists; besides, it lists as many of failed, expired or retrying executions. */
    static final int MOST_LISTED = 100;

    private static final Set<ExecutionState> BAD =
            EnumSet.of(ExecutionState.FAILED, ExecutionState.EXPIRED, ExecutionState.RETRYING);

    private final StreamPosition position;
    private final ChangeCollector.Gathered gathered;
    private byte @Nullable [] forAll;

    ChangeBatch(StreamPosition position, ChangeCollector.Gathered gathered) {
        this.position = position;
        this.gathered = gathered;
    }

    StreamPosition position() {
        return position;
    }

    /** How many changes it holds. */
    int size() {
        return gathered.changes().size();
    }

    /** Whether changes were dropped, some of which a filter might have matched. */
    boolean isIncomplete() {
        return gathered.uncollected() > 0;
    }

    /** The event for a client with this filter; empty if no change matches. */
    Optional<byte[]> eventFor(ChangeFilter filter) {
        if (filter.isAll()) {
            byte[] made = forAll;
            if (made == null) {
                made = event(gathered.changes(), gathered.ended(), gathered.uncollected());
                forAll = made;
            }
            return Optional.of(made);
        }
        List<HistoryChange> matching =
                gathered.changes().stream().filter(filter::covers).toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(event(matching, ended(matching), 0));
    }

    private byte[] event(List<HistoryChange> all, Map<ExecutionState, Integer> ended, int uncollected) {
        List<HistoryChange> listed = new ArrayList<>();
        int good = 0;
        int bad = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            HistoryChange change = all.get(i);
            boolean isBad = change.state() != null && BAD.contains(change.state());
            if (isBad ? bad++ < MOST_LISTED : good++ < MOST_LISTED) {
                listed.add(change);
            }
        }
        String json = ChangeJson.changes(listed, ended, all.size() - listed.size() + uncollected);
        return EventText.event("changes", position, json);
    }

    private static Map<ExecutionState, Integer> ended(List<HistoryChange> changes) {
        Map<ExecutionState, Integer> ended = new EnumMap<>(ExecutionState.class);
        for (HistoryChange change : changes) {
            if (change.state() != null && change.state().isFinal()) {
                ended.merge(change.state(), 1, Integer::sum);
            }
        }
        return ended;
    }
}
