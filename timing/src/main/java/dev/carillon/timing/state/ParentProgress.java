package dev.carillon.timing.state;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.trigger.DependencyProgress;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * For which instants the parents of a schedule have ended. Immutable, as planning a slice must not change the state.
 *
 * @param decidedUpTo instants up to here are decided, or not this schedule's to decide
 * @param instants later ones for which some parents have ended
 * @param finished later ones for which all parents have ended, as ranges: the last instant by the first
 */
public record ParentProgress(
        Instant decidedUpTo, SortedMap<Instant, Ends> instants, SortedMap<Instant, Instant> finished) {
    private static final HexFormat HEX = HexFormat.of();

    /**
     * Which parents have ended for one instant.
     *
     * @param bits one for each parent, in the definition's order
     * @param decided whether the instant has its task or its skip already
     */
    public record Ends(BigInteger bits, boolean decided) {
        public static final Ends NONE = new Ends(BigInteger.ZERO, false);
    }

    public static ParentProgress from(Instant decidedUpTo) {
        return new ParentProgress(decidedUpTo, Collections.emptySortedMap(), Collections.emptySortedMap());
    }

    /** A copy with other ends for the instants that are still open. */
    public ParentProgress withEnds(SortedMap<Instant, Ends> changed) {
        return new ParentProgress(decidedUpTo, Collections.unmodifiableSortedMap(new TreeMap<>(changed)), finished);
    }

    int size() {
        int open = instants.isEmpty()
                ? 0
                : instants.size()
                        * (30 + instants.values().iterator().next().bits().bitLength() / 4);
        return open + finished.size() * 50;
    }

    static ParentProgress of(DependencyProgress stored) {
        TreeMap<Instant, Ends> instants = new TreeMap<>();
        for (String entry : stored.progress()) {
            int space = entry.indexOf(' ');
            boolean decided = entry.endsWith("!");
            if (space < 0) {
                throw unreadable(entry);
            }
            String hex = entry.substring(space + 1, decided ? entry.length() - 1 : entry.length());
            instants.put(TickProgress.instant(entry.substring(0, space)), new Ends(bits(entry, hex), decided));
        }
        TreeMap<Instant, Instant> finished = new TreeMap<>();
        for (String stretch : stored.finished()) {
            int slash = stretch.indexOf('/');
            Instant first = TickProgress.instant(slash < 0 ? stretch : stretch.substring(0, slash));
            finished.put(first, slash < 0 ? first : TickProgress.instant(stretch.substring(slash + 1)));
        }
        return new ParentProgress(
                stored.decidedUpTo(),
                Collections.unmodifiableSortedMap(instants),
                Collections.unmodifiableSortedMap(finished));
    }

    private static BigInteger bits(String entry, String hex) {
        try {
            return new BigInteger(1, reversed(HEX.parseHex(hex)));
        } catch (IllegalArgumentException e) {
            throw unreadable(entry);
        }
    }

    private static ContractException unreadable(String entry) {
        return new ContractException(
                ErrorCode.OUT_OF_RANGE,
                "dependencies.progress",
                ContractException.shown(entry) + " is no instant with bits",
                "write it like 2026-11-18T06:00:00Z 01");
    }

    DependencyProgress stored() {
        List<String> progress = instants.entrySet().stream()
                .map(entry -> entry.getKey() + " " + hex(entry.getValue().bits())
                        + (entry.getValue().decided() ? "!" : ""))
                .toList();
        List<String> stretches = finished.entrySet().stream()
                .map(entry -> entry.getKey() + (entry.getValue().equals(entry.getKey()) ? "" : "/" + entry.getValue()))
                .toList();
        return new DependencyProgress(decidedUpTo, progress, stretches);
    }

    private static String hex(BigInteger bits) {
        byte[] bytes = reversed(bits.toByteArray());
        // If the highest bit is set, there is one more byte for the sign.
        int length = bytes.length > 1 && bytes[bytes.length - 1] == 0 ? bytes.length - 1 : bytes.length;
        return HEX.formatHex(bytes, 0, length);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        return turned;
    }
}
