package dev.carillon.client.deadletter;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DeadLetterReplayTest {
    private final DeadLetterCluster cluster = new DeadLetterCluster();
    private final DeadLetterReplay ann = cluster.by("ann", "the disk is back", false);

    private static List<String> refusals(List<ReplayResult> results) {
        return results.stream().map(result -> String.valueOf(result.refused())).toList();
    }

    @Test
    void aReplayIsANewTaskAtItsHomeAndAMarkOfItsAuthor() {
        DeadLetterPosition position =
                cluster.bury(1, "report", Work.of("http", RawJson.NULL).withPriority(Priority.URGENT));
        List<ReplayResult> results = cluster.replay(ann, List.of(position));
        assertThat(results).hasSize(1);
        String key = Objects.requireNonNull(results.get(0).key());

        ReceivedRecord task =
                cluster.log.all(NAMES.tasks("default", Priority.URGENT)).get(0);
        assertThat(task.keyText())
                .isEqualTo(key)
                .startsWith("report:")
                .isNotEqualTo("report:" + DeadLetterCluster.TICK);
        assertThat(task.partition()).isEqualTo(ExecutionKey.parse(key).home(3));
        assertThat(task.headers().texts())
                .containsEntry("attempt", "1")
                .containsEntry("origin", "replay")
                .containsEntry("priority", "urgent");

        AuditEntry mark = cluster.audit().get(0);
        assertThat(mark.subject()).isEqualTo(position.toString());
        assertThat(mark.action()).isEqualTo("replay-dead-letter");
        assertThat(mark.by()).isEqualTo("ann");
        assertThat(mark.at()).isEqualTo(NOW);
        assertThat(Objects.requireNonNull(mark.before()).text()).contains("EXHAUSTED", "report:2026-11-18T05:00:00Z");
        assertThat(Objects.requireNonNull(mark.after()).text()).contains(key);
    }

    @Test
    void aSecondReplayIsRefusedUnlessItIsAskedForAgain() {
        List<DeadLetterPosition> positions = List.of(cluster.bury(0, "report"));
        String first =
                Objects.requireNonNull(cluster.replay(ann, positions).get(0).key());
        cluster.clock.advance(Duration.ofMinutes(1));
        assertThat(refusals(cluster.replay(ann, positions)))
                .containsExactly("it was replayed as " + first + " by ann: the disk is back at " + NOW);
        assertThat(cluster.tasks()).hasSize(1);

        List<ReplayResult> again = cluster.replay(cluster.by("bob", null, true), positions);
        assertThat(again.get(0).refused()).isNull();
        assertThat(again.get(0).key()).isNotEqualTo(first);
        assertThat(refusals(cluster.replay(ann, positions)).get(0)).contains("by bob");
    }

    @Test
    void aDroppedOneIsNeitherReplayedNorDroppedTwice() {
        List<DeadLetterPosition> positions = List.of(cluster.bury(0, "report"));
        assertThat(refusals(cluster.drop(ann, positions))).containsExactly("null");
        assertThat(refusals(cluster.drop(ann, positions)).get(0)).startsWith("it was dropped by ann");
        assertThat(refusals(cluster.replay(ann, positions)).get(0)).startsWith("it was dropped by ann");
        assertThat(cluster.tasks()).isEmpty();
        assertThat(cluster.audit()).hasSize(1);
        assertThat(cluster.log.all(NAMES.deadLetters())).hasSize(1);
    }

    @Test
    void whatCannotBeRunCanStillBeDropped() {
        List<DeadLetterPosition> positions = List.of(cluster.put(0, "x", bytes("{oops"), "BAD_JSON"));
        assertThat(refusals(cluster.replay(ann, positions)).get(0)).contains("no task that can be run");
        assertThat(refusals(cluster.drop(ann, positions))).containsExactly("null");
    }

    @Test
    void aPreviewSaysWhatAReplayWouldAndWritesNothing() {
        List<DeadLetterPosition> positions = List.of(
                cluster.bury(0, "good"),
                cluster.bury(0, "dropped"),
                cluster.put(0, "x", null, "BAD_JSON"),
                cluster.bury(0, "mail", Work.of("http", RawJson.NULL).withQueue("mail")));
        var unused = cluster.drop(ann, List.of(positions.get(1)));
        int before = cluster.audit().size();

        List<ReplayResult> preview = cluster.preview(ann, positions);
        assertThat(cluster.tasks()).isEmpty();
        assertThat(cluster.audit()).hasSize(before);
        assertThat(preview).extracting(ReplayResult::key).containsOnlyNulls();

        List<ReplayResult> real = cluster.replay(ann, positions);
        for (ReplayResult result : real) {
            assertThat(preview).anySatisfy(one -> {
                assertThat(one.deadLetter().position())
                        .isEqualTo(result.deadLetter().position());
                assertThat(one.refused()).isEqualTo(result.refused());
            });
        }
        assertThat(cluster.tasks()).hasSize(1);
    }

    @Test
    void aPreviewOfDroppingSaysWhatDroppingWouldAndWritesNothing() {
        List<DeadLetterPosition> positions =
                List.of(cluster.bury(0, "replayed"), cluster.put(0, "x", bytes("{oops"), "BAD_JSON"));
        var unused = cluster.replay(ann, positions.subList(0, 1));
        int before = cluster.audit().size();
        List<ReplayResult> preview = new ArrayList<>();
        ann.previewDrop(positions, preview::add);
        assertThat(cluster.audit()).hasSize(before);
        assertThat(refusals(preview).get(0)).startsWith("it was replayed as replayed:");
        assertThat(refusals(preview)).isEqualTo(refusals(cluster.drop(ann, positions)));
    }

    @Test
    void aPositionNamedTwiceIsReplayedOnce() {
        DeadLetterPosition position = cluster.bury(0, "report");
        assertThat(cluster.replay(ann, List.of(position, position, new DeadLetterPosition(0, 0))))
                .hasSize(1);
        assertThat(cluster.tasks()).hasSize(1);
    }

    @Test
    void ofNoneNothingIsWritten() {
        assertThat(cluster.replay(ann, List.of())).isEmpty();
        assertThat(cluster.drop(ann, List.of())).isEmpty();
    }

    @Test
    void aHandlerThatFailedOnAReplayCanBeReplayedAgainAndTheChainIsKept() {
        String first = Objects.requireNonNull(
                cluster.replay(ann, List.of(cluster.bury(0, "report"))).get(0).key());
        Task failed = cluster.tasks().get(0).read(Kind.TASK::ifReadable).orElseThrow();
        DeadLetterPosition buried = cluster.put(0, first, Kind.TASK.encode(failed), "EXHAUSTED");
        assertThat(refusals(cluster.replay(ann, List.of(buried)))).containsExactly("null");
        assertThat(cluster.tasks())
                .map(task -> task.read(Kind.TASK::ifReadable).orElseThrow())
                .anySatisfy(task -> {
                    assertThat(task.replays()).isEqualTo(2);
                    assertThat(task.metadata()).containsEntry("replay-of", first);
                    assertThat(task.nominalTime()).isEqualTo(DeadLetterCluster.TICK);
                });
    }

    @Test
    void manyAreWrittenInTransactionsOfTwoHundred() {
        List<DeadLetterPosition> positions = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            positions.add(cluster.bury(i % 3, "report-" + i));
        }
        MemoryAtomicWriter transactions = new MemoryAtomicWriter(cluster.log);
        List<ReplayResult> results = new ArrayList<>();
        ann.replay(positions, transactions, results::add);
        assertThat(results).hasSize(450).allMatch(result -> result.refused() == null);
        assertThat(transactions.sizes()).containsExactly(400, 400, 100);
        assertThat(cluster.tasks()).hasSize(450);
    }

    @Test
    void largeOnesAreWrittenInTransactionsOfAboutTwoMegabytes() {
        List<DeadLetterPosition> positions = new ArrayList<>();
        Work large = Work.of("http", RawJson.parse('"' + "x".repeat(250_000) + '"'));
        for (int i = 0; i < 20; i++) {
            positions.add(cluster.bury(0, "report-" + i, large));
        }
        MemoryAtomicWriter transactions = new MemoryAtomicWriter(cluster.log);
        ann.replay(
                positions, transactions, result -> assertThat(result.refused()).isNull());
        assertThat(transactions.sizes()).containsExactly(16, 16, 8);
    }

    @Test
    void aResultIsReportedOnlyOnceItIsWritten() {
        List<DeadLetterPosition> positions = List.of(
                cluster.bury(0, "first"), cluster.put(0, "x", bytes("{oops"), "BAD_JSON"), cluster.bury(0, "second"));
        MemoryAtomicWriter fenced = new MemoryAtomicWriter(cluster.log);
        fenced.fence();
        List<ReplayResult> results = new ArrayList<>();
        assertThatThrownBy(() -> ann.replay(positions, fenced, results::add)).hasMessageContaining("took over");
        assertThat(results).hasSize(1).allMatch(result -> result.refused() != null);
        assertThat(cluster.tasks()).isEmpty();
        assertThat(cluster.log.openFeeds()).isZero();
    }

    /** The second begins when the first has written one of its transactions, and takes over. */
    @Test
    void ofTwoReplaysAtOnceTheSecondDoesWhatTheFirstHasNot() {
        List<DeadLetterPosition> positions = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            positions.add(cluster.bury(0, "report-" + i));
        }
        MemoryAtomicWriter first = new MemoryAtomicWriter(cluster.log);
        List<ReplayResult> ofFirst = new ArrayList<>();
        List<ReplayResult> ofSecond = new ArrayList<>();
        assertThatThrownBy(() -> ann.replay(positions, first, result -> {
                    ofFirst.add(result);
                    if (ofFirst.size() == 200) {
                        first.fence();
                        ofSecond.addAll(cluster.replay(cluster.by("bob", null, false), positions));
                    }
                }))
                .isInstanceOf(ClientException.class);
        assertThat(ofFirst).hasSize(200);
        assertThat(ofSecond).filteredOn(result -> result.refused() == null).hasSize(50);
        assertThat(cluster.tasks())
                .map(task -> task.read(Kind.TASK::ifReadable).orElseThrow().taskId())
                .hasSize(250)
                .doesNotHaveDuplicates();
    }

    /** Any program may write to the audit; one bad entry must not stop all replays. */
    @Test
    void entriesOfOthersThatResembleMarksAreNoMarks() {
        DeadLetterPosition position = cluster.bury(0, "report");
        String name = position.toString();
        String appended = "\"appended\":\"" + NOW + "\"";
        cluster.note(name, "replay-dead-letter", "{\"appended\":\"yesterday\"}", null);
        cluster.note(name, "replay-dead-letter", "{\"appended\":\"\"}", null);
        cluster.note(name, "replay-dead-letter", "{\"appended\":1763445600}", null);
        cluster.note(name, "replay-dead-letter", "[\"appended\"]", null);
        cluster.note(name, "drop-dead-letter", "null", null);
        cluster.note(name, "drop-dead-letter", null, null);
        cluster.note(name, "read-dead-letter", "{" + appended + "}", null);
        cluster.note("report", "drop-dead-letter", "{" + appended + "}", null);
        cluster.putIntoAudit("{oops");
        assertThat(refusals(cluster.preview(ann, List.of(position)))).containsExactly("null");

        cluster.note(name, "replay-dead-letter", "{" + appended + "}", "{\"key\":17}");
        assertThat(refusals(cluster.preview(ann, List.of(position))).get(0)).startsWith("it was replayed by someone");
    }

    @Test
    void theMarkOfADeletedTopicIsNoneOfTheLetterThatHasItsPositionNow() {
        var unused = cluster.drop(ann, List.of(cluster.bury(0, "old")));
        cluster.log.deleteTopic(NAMES.deadLetters());
        cluster.log.create(NAMES.deadLetters(), 3);
        cluster.clock.advance(Duration.ofMillis(1));
        DeadLetterPosition same = cluster.bury(0, "new");
        assertThat(refusals(cluster.replay(ann, List.of(same)))).containsExactly("null");
        assertThat(refusals(cluster.replay(ann, List.of(same))).get(0)).startsWith("it was replayed as new:");
    }

    @Test
    void onePositionThatIsGoneStopsAllBeforeAnythingIsWritten() {
        DeadLetterPosition old = cluster.bury(0, "old");
        DeadLetterPosition good = cluster.bury(0, "good");
        cluster.log.deleteBefore(NAMES.deadLetters(), 0, 1);
        assertThatThrownBy(() -> cluster.replay(ann, List.of(good, old)))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NO_SUCH_LETTER))
                .hasMessageContaining("dead-letters-0@0");
        assertThat(cluster.tasks()).isEmpty();
        assertThat(cluster.audit()).isEmpty();
    }
}
