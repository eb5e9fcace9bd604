package dev.carillon.console.live;

import dev.carillon.console.history.Change;
import dev.carillon.schemas.state.ExecutionState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What changed in one round, under its number. */
final class News {
    /** How many changes an event names; of those that went wrong as many again. */
    static final int NAMED = 100;

    private static final Set<ExecutionState> BAD =
            EnumSet.of(ExecutionState.FAILED, ExecutionState.EXPIRED, ExecutionState.RETRYING);

    private final Position position;
    private final Gathering.Gathered gathered;
    private byte @Nullable [] forAll;

    News(Position position, Gathering.Gathered gathered) {
        this.position = position;
        this.gathered = gathered;
    }

    Position position() {
        return position;
    }

    /** How much it holds. */
    int size() {
        return gathered.changes().size();
    }

    /** Whether there was more than could be held, so that nobody can tell what a filter would have let pass. */
    boolean isIncomplete() {
        return gathered.uncollected() > 0;
    }

    /** The event for whoever is interested; empty if it is not about that. */
    Optional<byte[]> eventFor(Interest interest) {
        if (interest.isAll()) {
            byte[] made = forAll;
            if (made == null) {
                made = event(gathered.changes(), gathered.ended(), gathered.uncollected());
                forAll = made;
            }
            return Optional.of(made);
        }
        List<Change> covered =
                gathered.changes().stream().filter(interest::covers).toList();
        return covered.isEmpty() ? Optional.empty() : Optional.of(event(covered, ended(covered), 0));
    }

    private byte[] event(List<Change> all, Map<ExecutionState, Integer> ended, int uncollected) {
        List<Change> named = new ArrayList<>();
        int good = 0;
        int bad = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            Change change = all.get(i);
            boolean isBad = change.state() != null && BAD.contains(change.state());
            if (isBad ? bad++ < NAMED : good++ < NAMED) {
                named.add(change);
            }
        }
        String json = ChangeJson.changes(named, ended, all.size() - named.size() + uncollected);
        return EventText.event("changes", position, json);
    }

    private static Map<ExecutionState, Integer> ended(List<Change> changes) {
        Map<ExecutionState, Integer> ended = new EnumMap<>(ExecutionState.class);
        for (Change change : changes) {
            if (change.state() != null && change.state().isFinal()) {
                ended.merge(change.state(), 1, Integer::sum);
            }
        }
        return ended;
    }
}
