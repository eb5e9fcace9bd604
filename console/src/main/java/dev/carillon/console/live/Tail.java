package dev.carillon.console.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last news, for those who were away for a moment. Used by one thread. */
final class Tail {
    /** Five minutes, if every quarter of a second has some. */
    static final int MOST_NEWS = 1_200;
    /** Some ten megabytes, and half a minute at a thousand executions a second. */
    static final int MOST_CHANGES = 60_000;

    private final String run;
    private final Deque<News> kept = new ArrayDeque<>();
    private long last;
    private int changes;

    /** Begins empty; the run tells its numbers from those of others. */
    Tail(String run) {
        this.run = run;
    }

    /** The position of the newest. */
    Position last() {
        return new Position(run, last);
    }

    void add(Gathering.Gathered gathered) {
        last++;
        News news = new News(last(), gathered);
        kept.addLast(news);
        changes += news.size();
        while (kept.size() > MOST_NEWS || (changes > MOST_CHANGES && kept.size() > 1)) {
            changes -= kept.removeFirst().size();
        }
    }

    /** What follows the position, at most so many; nothing if some of it is no longer kept, or never was here. */
    Optional<List<News>> after(Position position, int most) {
        long number = position.number();
        if (!position.run().equals(run) || number > last || number < last - kept.size()) {
            return Optional.empty();
        }
        if (number == last) {
            return Optional.of(List.of());
        }
        List<News> found = new ArrayList<>();
        for (News one : kept) {
            if (one.position().number() > number && found.size() < most) {
                found.add(one);
            }
        }
        return Optional.of(found);
    }
}
