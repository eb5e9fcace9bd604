package dev.carillon.trigger.model;

import dev.carillon.trigger.leadership.Leadership;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An election that can be wrong: who is put out of line is not told, and who leads without a place goes on. */
final class ModelElection {
    private final List<Place> line = new ArrayList<>();
    private int nodes;
    /** Whether everybody is told to have won, as if each knew another ZooKeeper. */
    boolean split;

    /** What one candidate knows of it. */
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

        /** Its session ends, and it hears nothing of that. */
        void expire() {
            line.remove(this);
        }

        /** It found out, and stands at the end of the line. */
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
