package dev.carillon.client.settings;

import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.schedule.Setting;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Routing;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and sets the default routing of a cluster. */
public final class RoutingSwitch {
    private static final String SET = "set-routing";
    private static final String RESET = "reset-routing";
    private static final Set<String> ACTIONS = Set.of(SET, RESET);
    private static final int ONLY_PARTITION = 0;

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private @Nullable ReceivedRecord newest;
    private @Nullable AuditEntry lastEntry;

    public RoutingSwitch(RecordLog log, TopicNames names, Clock clock) {
        this.log = log;
        this.names = names;
        this.clock = clock;
    }

    /**
     * The default routing, with its audit entry.
     *
     * @param set whether it was set; false for the built-in default
     * @param since when it was set or reset; null if unknown
     */
    public record Standing(
            Routing routing,
            boolean set,
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) {}

    /** Reads it to the current end, so that all earlier writes are seen. */
    public Standing look() {
        read();
        AuditEntry entry = lastEntry;
        Setting setting = setting();
        Instant written = newest == null ? null : newest.appended();
        return new Standing(
                routing(setting),
                setting != null,
                entry == null ? written : entry.at(),
                entry == null ? null : entry.by(),
                entry == null ? null : entry.reason());
    }

    private static Routing routing(@Nullable Setting setting) {
        return setting == null ? DefaultRouting.UNSET : DefaultRouting.in(setting);
    }

    private void read() {
        newest = null;
        lastEntry = null;
        WholeTopic.read(log, names.settings(), log.starts(names.settings()), found -> {
            if (found.keyText().equals(DefaultRouting.NAME)) {
                newest = found;
            }
        });
        WholeTopic.read(log, names.audit(), log.starts(names.audit()), found -> {
            if (found.keyText().equals(DefaultRouting.NAME)) {
                // A schedule may have this name too, with actions of its own.
                found.read(Kind.AUDIT_ENTRY::ifReadable)
                        .filter(entry -> ACTIONS.contains(entry.action()))
                        .ifPresent(entry -> lastEntry = entry);
            }
        });
    }

    private @Nullable Setting setting() {
        ReceivedRecord record = newest;
        if (record == null || record.value() == null) {
            return null;
        }
        Optional<Setting> readable = record.read(Kind.SETTING::ifReadable).filter(RoutingSwitch::isReadable);
        return readable.orElse(null);
    }

    /** An unreadable setting is shown as not set; triggers that run keep the one before. */
    private static boolean isReadable(Setting setting) {
        try {
            return DefaultRouting.in(setting) != null;
        } catch (ContractException e) {
            return false;
        }
    }

    /** Sets it, or resets it if {@code to} is null, in one transaction with the audit entry. */
    public void change(@Nullable Routing to, @Nullable String by, @Nullable String reason, AtomicWriter transaction) {
        read();
        Setting before = setting();
        Setting after = to == null ? null : DefaultRouting.of(to);
        AuditEntry entry = new AuditEntry(
                DefaultRouting.NAME,
                to == null ? RESET : SET,
                clock.instant(),
                by,
                reason,
                before == null ? null : before.value(),
                after == null ? null : after.value(),
                Map.of());
        byte[] key = DefaultRouting.NAME.getBytes(StandardCharsets.UTF_8);
        int partition = Murmur2.partition(key, log.partitions(names.audit()));
        transaction.write(List.of(
                new OutgoingRecord(
                        names.settings(),
                        ONLY_PARTITION,
                        key,
                        after == null ? null : Kind.SETTING.encode(after),
                        HeaderList.none()),
                new OutgoingRecord(names.audit(), partition, key, Kind.AUDIT_ENTRY.encode(entry), HeaderList.none())));
    }
}
