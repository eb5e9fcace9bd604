package dev.carillon.trigger.model;

import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.OutcomesRead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Reads outcomes as a process does: from the positions that it was asked for, until it notices a new request. */
final class OutcomesIntake {
    private static final int SLOW_ROUNDS = 40;

    private OutcomesRead.Follow followed = OutcomesRead.Follow.NOTHING;
    /** For how many rounds it will not notice. */
    private int slow;

    private final List<Long> readTo = new ArrayList<>();

    /** Reads the next outcomes of each partition, by the newest request that it has noticed. */
    OutcomesRead read(OutcomesRead.Follow asked, List<List<InputRecord>> outcomes, Random random, boolean everything) {
        if (asked != followed && !everything && slow > 0) {
            slow--;
        } else if (asked != followed) {
            slow = random.nextInt(3) == 0 ? random.nextInt(SLOW_ROUNDS) : 0;
            followed = asked;
            readTo.clear();
            readTo.addAll(asked.from());
        }
        List<InputRecord> found = new ArrayList<>();
        Map<Integer, Long> positions = new HashMap<>();
        for (int partition = 0; partition < readTo.size(); partition++) {
            List<InputRecord> log = outcomes.get(partition);
            int from = readTo.get(partition).intValue();
            int end = everything ? log.size() : from + random.nextInt(log.size() - from + 1);
            found.addAll(log.subList(from, end));
            readTo.set(partition, (long) end);
            positions.put(partition, (long) end);
        }
        return followed.from().isEmpty() ? OutcomesRead.NONE : new OutcomesRead(followed, found, positions);
    }
}
