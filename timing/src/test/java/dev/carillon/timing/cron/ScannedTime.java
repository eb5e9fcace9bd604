package dev.carillon.timing.cron;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The times that a wall clock shows at every minute of some days. Skipped and repeated times are found from these
 * alone, without looking up clock changes.
 */
final class ScannedTime {
    private final long firstMinute;
    private final LocalDateTime[] shown;
    private final boolean[] seenBefore;
    private final boolean[] seenAgain;
    /** Times that the clock never showed, by the index of the minute it showed instead. */
    private final Map<Integer, List<LocalDateTime>> skipped = new HashMap<>();

    ScannedTime(ZoneId zone, Instant from, Instant to) {
        firstMinute = Math.floorDiv(from.getEpochSecond(), 60);
        shown = new LocalDateTime[(int) (Math.floorDiv(to.getEpochSecond(), 60) - firstMinute)];
        seenBefore = new boolean[shown.length];
        seenAgain = new boolean[shown.length];
        ZoneRules rules = zone.getRules();
        Map<LocalDateTime, Integer> seen = new HashMap<>();
        for (int i = 0; i < shown.length; i++) {
            Instant instant = at(i);
            ZoneOffset offset = rules.getOffset(instant);
            if (offset.getTotalSeconds() % 60 != 0) {
                throw new IllegalArgumentException(zone + " has the offset " + offset + " at " + instant);
            }
            shown[i] = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, offset);
            Integer before = seen.put(shown[i], i);
            if (before != null) {
                seenBefore[i] = true;
                seenAgain[before] = true;
            }
            if (i > 0) {
                noteSkipped(i);
            }
        }
    }

    private void noteSkipped(int i) {
        for (LocalDateTime never = shown[i - 1].plusMinutes(1);
                never.isBefore(shown[i]);
                never = never.plusMinutes(1)) {
            skipped.computeIfAbsent(i, at -> new ArrayList<>()).add(never);
        }
    }

    private Instant at(int minute) {
        return Instant.ofEpochSecond((firstMinute + minute) * 60);
    }

    /** All instants at which it fires. */
    SortedSet<Instant> fires(RandomCron cron, Gap gap, Fold fold) {
        SortedSet<Instant> found = new TreeSet<>();
        for (int i = 0; i < shown.length; i++) {
            boolean wantedPassing = cron.elapsed()
                    || switch (fold) {
                        case FIRST -> !seenBefore[i];
                        case LAST -> !seenAgain[i];
                        case BOTH -> true;
                    };
            if (wantedPassing && cron.names(shown[i])) {
                Instant minute = at(i);
                cron.seconds().stream().forEach(second -> found.add(minute.plusSeconds(second)));
            }
        }
        if (!cron.elapsed() && gap == Gap.RUN_AFTER) {
            skipped.forEach((i, times) -> {
                if (times.stream().anyMatch(cron::names)) {
                    found.add(at(i));
                }
            });
        }
        return found;
    }
}
