package dev.carillon.trigger.model;

import dev.carillon.trigger.leadership.Leadership;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An election that can be wrong: a process that lost its place does not notice, and may go on to lead. */
final class ModelElection {
    private final List<Place> line = new ArrayList<>();
    private int nodes;
    /** Whether all win at once, as if each used another ZooKeeper. */
    boolean split;

    /** The election as one candidate sees it. */
    final class Place implements Leadership {
        private @Nullable String term;
        private boolean queued;

        @Override
        public void enter() {
            if (!queued) {
                queued = true;
                line.add(this);
            }
        }

        @Override
        public @Nullable String term() {
            return term;
        }

        @Override
        public void giveUp() {
            queued = false;
            line.remove(this);
            term = null;
        }

        @Override
        public void giveUpWithSession() {
            giveUp();
        }

        @Override
        public boolean hasSuccessor() {
            return line.size() > 1;
        }

        @Override
        public void whenWon(Runnable listener) {}

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public void close() {
            giveUp();
        }

        /** Ends its session without its notice. */
        void expire() {
            line.remove(this);
        }

        /** Queues it again at the end, as after it has noticed. */
        void requeue() {
            if (queued && !line.contains(this)) {
                line.add(this);
                node = null;
            }
        }

        private @Nullable String node;

        private void win() {
            if (node == null || term == null) {
                node = "node-" + ++nodes;
                term = node;
            }
        }
    }

    Place join() {
        return new Place();
    }

    void decide() {
        if (split) {
            line.forEach(Place::win);
        } else if (!line.isEmpty()) {
            line.get(0).win();
        }
    }
}
