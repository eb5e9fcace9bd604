package dev.carillon.client.settings;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.json;
import static dev.carillon.client.TestRecords.outgoing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.deadletter.MemoryAtomicWriter;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.settings.RoutingSwitch.Standing;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Routing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RoutingSwitchTest {
    private static final String NAME = "default-routing";

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final MemoryAtomicWriter transactions = new MemoryAtomicWriter(log);
    private final RoutingSwitch routing = new RoutingSwitch(log, NAMES, clock);

    @BeforeEach
    void makeTopics() {
        log.create(NAMES.settings(), 1);
        log.create(NAMES.audit(), 3);
    }

    private void change(@Nullable Routing to, String by, @Nullable String reason) {
        routing.change(to, by, reason, transactions);
    }

    private void setting(String key, String singleQuoted) {
        log.put(outgoing(NAMES.settings(), 0, key, json(singleQuoted)));
    }

    private List<AuditEntry> entries() {
        return log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
    }

    @Test
    void whileItIsNotSetTheBuiltInOneIsInForceSinceEver() {
        assertThat(routing.look()).isEqualTo(new Standing(Routing.HASH, false, null, null, null));
    }

    @ParameterizedTest
    @EnumSource(Routing.class)
    void eachStrategyCanBeSetAndIsReadByAllClients(Routing strategy) {
        change(strategy, "ann", "a test");
        Standing expected = new Standing(strategy, true, NOW, "ann", "a test");
        assertThat(routing.look()).isEqualTo(expected);
        assertThat(new RoutingSwitch(log, NAMES, clock).look()).isEqualTo(expected);
    }

    @Test
    void settingAndEntryAreWrittenTogetherWithWhatWasBefore() {
        change(Routing.RANDOM, "ann", null);
        clock.advance(Duration.ofHours(1));
        change(Routing.ROUND_ROBIN, "bob", "one worker was hot");
        assertThat(transactions.sizes()).containsExactly(2, 2);
        AuditEntry first = entries().get(0);
        assertThat(first.action()).isEqualTo("set-routing");
        assertThat(first.before()).isNull();
        AuditEntry second = entries().get(1);
        assertThat(Objects.requireNonNull(second.before()).text()).contains("random");
        assertThat(Objects.requireNonNull(second.after()).text()).contains("round-robin");
        assertThat(routing.look())
                .isEqualTo(new Standing(
                        Routing.ROUND_ROBIN, true, NOW.plus(Duration.ofHours(1)), "bob", "one worker was hot"));
    }

    @Test
    void aResetLeavesTheBuiltInOneAndItsAuthor() {
        change(Routing.RANDOM, "ann", null);
        clock.advance(Duration.ofHours(1));
        change(null, "bob", "back");
        assertThat(routing.look())
                .isEqualTo(new Standing(Routing.HASH, false, NOW.plus(Duration.ofHours(1)), "bob", "back"));
        assertThat(entries().get(1).action()).isEqualTo("reset-routing");
        assertThat(entries().get(1).after()).isNull();
    }

    @Test
    void aTransactionThatFailsChangesNothing() {
        change(Routing.RANDOM, "ann", null);
        transactions.fence();
        assertThatThrownBy(() -> change(Routing.HASH, "bob", null)).isInstanceOf(ClientException.class);
        assertThat(routing.look().routing()).isEqualTo(Routing.RANDOM);
        assertThat(routing.look().by()).isEqualTo("ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rubbish",
                "{'name':'default-routing','value':{'routing':'by-moon'}}",
                "{'name':'default-routing','value':{}}",
                "{'name':'default-routing','value':'random'}",
                "{'name':'default-routing','value':['random']}",
                "{'name':'default-routing'}"
            })
    void aSettingThatCannotBeReadIsShownAsNotSetAndCanBeReplaced(String value) {
        setting(NAME, value);
        assertThat(routing.look()).isEqualTo(new Standing(Routing.HASH, false, NOW, null, null));
        change(Routing.RANDOM, "ann", null);
        assertThat(routing.look().routing()).isEqualTo(Routing.RANDOM);
        assertThat(entries().get(0).before()).isNull();
    }

    @Test
    void otherSettingsAndOtherSubjectsOfTheAuditAreNotTakenForIt() {
        change(Routing.RANDOM, "ann", "mine");
        setting("other", "{'name':'other','value':{'routing':'hash'}}");
        log.put(outgoing(
                NAMES.audit(),
                0,
                "other",
                json("{'subject':'other','action':'set-routing','at':'" + NOW + "','by':'eve'}")));
        log.put(outgoing(NAMES.audit(), 0, NAME, json("rubbish")));
        assertThat(routing.look()).isEqualTo(new Standing(Routing.RANDOM, true, NOW, "ann", "mine"));
    }

    @Test
    void onceItsEntryIsDeletedTheAuthorIsUnknownAndTheInstantThatOfTheSetting() {
        change(Routing.RANDOM, "ann", "mine");
        clock.advance(Duration.ofDays(31));
        for (int partition = 0; partition < 3; partition++) {
            log.deleteBefore(NAMES.audit(), partition, log.ends(NAMES.audit()).getOrDefault(partition, 0L));
        }
        log.putMarker(NAMES.settings(), 0);
        assertThat(routing.look()).isEqualTo(new Standing(Routing.RANDOM, true, NOW, null, null));
    }
}
