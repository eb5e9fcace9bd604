package dev.carillon.client.submit;

import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SubmissionTest {
    private static final Submission RING = Submission.of("ring");

    private final ManualClock clock = new ManualClock(NOW);
    private final FreshKeys keys = new FreshKeys(clock, new Random(1));

    private Task task(Submission work) {
        return work.task(keys, clock);
    }

    private void refused(Submission work, ErrorCode code, String field) {
        assertThatThrownBy(() -> Kind.TASK.encode(task(work)))
                .isInstanceOfSatisfying(ContractException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(code);
                    assertThat(refusal.field()).isEqualTo(field);
                });
    }

    @Test
    void workOfATypeAloneHasTheDefaultsOfTheContract() {
        Task task = task(RING);
        assertThat(task.taskId()).isEqualTo("ring");
        assertThat(task.work().queue()).isEqualTo("default");
        assertThat(task.work().priority()).isEqualTo(Priority.NORMAL);
        assertThat(task.work().timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(task.work().retry()).isEqualTo(Retry.DEFAULT);
        assertThat(task.work().payload()).isEqualTo(RawJson.NULL);
        assertThat(task.notBefore()).isNull();
        assertThat(task.deadline()).isNull();
        assertThat(task.origin()).isEqualTo(Origin.SUBMITTED);
        assertThat(task.attempt()).isEqualTo(1);
    }

    @Test
    void allThatIsSaidReachesTheRecordOfTheTask() {
        Submission work = RING.taskId("bell")
                .payload("{\"größe\":\"漢\"}")
                .queue("mail")
                .priority(Priority.URGENT)
                .timeout(Duration.ofSeconds(90))
                .retry(new Retry(5, Duration.ZERO, 1.5, Duration.ofHours(1), 0, List.of("BUSY"), List.of("BROKEN")))
                .retries(7)
                .ifWorkerDies(IfWorkerDies.FAIL)
                .notBefore(NOW.plusSeconds(30))
                .deadline(NOW.plusSeconds(60))
                .metadata("tenant", "größer & <b>")
                .metadata("run", "2");
        Task read = Kind.TASK.decode(Kind.TASK.encode(task(work)));
        assertThat(read.taskId()).isEqualTo("bell");
        assertThat(read.work().type()).isEqualTo("ring");
        assertThat(read.work().payload()).isEqualTo(RawJson.parse("{\"größe\":\"漢\"}"));
        assertThat(read.work().queue()).isEqualTo("mail");
        assertThat(read.work().priority()).isEqualTo(Priority.URGENT);
        assertThat(read.work().timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(read.work().ifWorkerDies()).isEqualTo(IfWorkerDies.FAIL);
        assertThat(read.work().retry().maxRetries()).isEqualTo(7);
        assertThat(read.work().retry().retryOn()).containsExactly("BUSY");
        assertThat(read.work().retry().giveUpOn()).containsExactly("BROKEN");
        assertThat(read.notBefore()).isEqualTo(NOW.plusSeconds(30));
        assertThat(read.deadline()).isEqualTo(NOW.plusSeconds(60));
        assertThat(read.metadata())
                .containsEntry("tenant", "größer & <b>")
                .containsEntry("run", "2")
                .hasSize(2);
    }

    @Test
    void aSubmissionIsATemplateThatItsVariantsLeaveAsItWas() {
        Submission template = RING.taskId("bell").metadata("a", "1");
        Submission variant = template.queue("mail").metadata("a", "2").after(Duration.ofHours(1));
        assertThat(variant).isNotEqualTo(template);
        assertThat(template).isEqualTo(RING.taskId("bell").metadata("a", "1"));
        assertThat(task(template).work().queue()).isEqualTo("default");
        assertThat(task(template).metadata()).containsEntry("a", "1");
    }

    @Test
    void eachTaskMadeOfATemplateIsAnExecutionOfItsOwnUnlessItsKeyIsChosen() {
        assertThat(task(RING).key()).isNotEqualTo(task(RING).key());
        Submission chosen = RING.key("bell:2026-11-18T06:00:00Z");
        assertThat(task(chosen).key()).isEqualTo(task(chosen).key());
        assertThat(task(chosen).taskId()).isEqualTo("bell");
    }

    @Test
    void aTaskIdNamedAfterTheKeyIsTheOneOfTheKey() {
        Task task = task(RING.key("bell:2026-11-18T06:00:00Z").taskId("horn"));
        assertThat(task.key()).hasToString("horn:2026-11-18T06:00:00Z");
    }

    @Test
    void ofDelayAndInstantTheLastOneCounts() {
        assertThat(task(RING.after(Duration.ofHours(1)).notBefore(NOW)).notBefore())
                .isEqualTo(NOW);
        assertThat(task(RING.notBefore(NOW).after(Duration.ofHours(1))).notBefore())
                .isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void aDelayCountsFromTheSubmissionAndNotFromTheTemplate() {
        Submission inAnHour = RING.after(Duration.ofHours(1));
        clock.advance(Duration.ofMinutes(10));
        assertThat(task(inAnHour).notBefore()).isEqualTo(NOW.plus(Duration.ofMinutes(70)));
    }

    @Test
    void aDelayBeyondAllInstantsIsRefusedWithItsField() {
        refused(RING.after(Duration.ofSeconds(Long.MAX_VALUE)), ErrorCode.OUT_OF_RANGE, "notBefore");
        refused(RING.after(Duration.ofSeconds(Long.MIN_VALUE)), ErrorCode.OUT_OF_RANGE, "notBefore");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bell:2026-11-18T06:00:00Z/1",
                "bell:2026-11-18T06:00:00.123Z~default.normal-3-17",
                "bell:2026-11-18T06:00:00.123Z~delayed-0-0"
            })
    void aKeyThatOnlyTheSystemGivesIsRefused(String key) {
        assertThatThrownBy(() -> RING.key(key))
                .isInstanceOfSatisfying(ContractException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(ErrorCode.BAD_KEY))
                .hasMessageContaining(key);
    }

    @Test
    void theKeyThatAClientGaveCanBeSubmittedAgain() {
        ExecutionKey given = keys.next("bell");
        assertThat(task(RING.key(given)).key()).isEqualTo(given);
    }

    @Test
    void aTypeThatIsNoTaskIdNeedsOne() {
        String type = "com.example.Ring$Loud";
        refused(Submission.of(type), ErrorCode.BAD_TASK_ID, "taskId");
        assertThat(task(Submission.of(type).taskId("bell")).work().type()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "größe", "a/b", "a:b", "a\n"})
    void aTaskIdOutsideItsAlphabetIsRefusedWhereItIsNamed(String taskId) {
        assertThatThrownBy(() -> RING.taskId(taskId))
                .isInstanceOfSatisfying(ContractException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(ErrorCode.BAD_TASK_ID));
    }

    @Test
    void metadataAreLimitedInNumberAndSize() {
        Submission full = RING;
        for (int i = 0; i < 32; i++) {
            full = full.metadata("name-" + i, "x".repeat(1_000));
        }
        assertThat(task(full).metadata()).hasSize(32);
        assertThat(Kind.TASK.encode(task(full))).isNotEmpty();
        assertThat(Kind.TASK.encode(task(full.metadata("name-3", "replaced")))).isNotEmpty();
        refused(full.metadata("one-more", "x"), ErrorCode.TOO_MANY_ENTRIES, "metadata");
        refused(RING.metadata("name", "x".repeat(1_001)), ErrorCode.TEXT_TOO_LONG, "metadata.\"name\"");
    }

    @Test
    void retriesFromNoneToAThousandAreAllowed() {
        assertThat(task(RING.retries(0)).work().retry().maxRetries()).isZero();
        assertThat(Kind.TASK.encode(task(RING.retries(1_000)))).isNotEmpty();
        refused(RING.retries(1_001), ErrorCode.OUT_OF_RANGE, "retry.maxRetries");
        refused(RING.retries(-1), ErrorCode.OUT_OF_RANGE, "retry.maxRetries");
    }
}
