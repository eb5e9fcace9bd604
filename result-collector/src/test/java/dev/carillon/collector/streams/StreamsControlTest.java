package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.partition.CancelCommands;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamsControlTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    private static final int MOST_KEPT = 3;

    private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
    private final KeyValueStore<byte[], byte[]> store = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore(StreamsControl.STORE), Serdes.ByteArray(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    private int forgotten;
    private final ControlProgress news = new ControlProgress(() -> {}, () -> forgotten++);
    private final StreamsControl control = new StreamsControl(news, MOST_KEPT);
    private final StreamsCommands commands = new StreamsCommands(store, news);
    private long offset;

    @BeforeEach
    void seat() {
        store.init(context.getStateStoreContext(), store);
        control.init(context);
    }

    @Test
    void cancelsBeyondTheBoundAreForgottenOldestFirstAndCounted() {
        for (int i = 0; i < 5; i++) {
            cancel("a" + i, START);
        }
        assertThat(forgotten).isEqualTo(2);
        assertThat(kept()).containsExactly(key("a2"), key("a3"), key("a4"));
        assertThat(commands.cancelOf(key("a1"))).isNull();
        assertThat(commands.cancelOf(key("a2"))).isNotNull();
    }

    @Test
    void outdatedOnesMakeRoomUncounted() {
        cancel("a", START);
        cancel("b", START.plus(Duration.ofDays(1)));
        cancel("c", START.plus(Duration.ofDays(7)).plusMillis(1));
        assertThat(forgotten).isZero();
        assertThat(kept()).containsExactly(key("b"), key("c"));
    }

    @Test
    void aKeyThatIsCancelledAgainIsKeptForAWeekFromThen() {
        cancel("a", START);
        cancel("a", START.plus(Duration.ofDays(6)));
        cancel("b", START.plus(Duration.ofDays(8)));
        assertThat(commands.cancelOf(key("a"))).isNotNull();
        assertThat(kept()).containsExactly(key("a"), key("b"));
    }

    private List<String> kept() {
        return commands.after(-1, 100).stream().map(CancelCommands.Named::key).toList();
    }

    private void cancel(String taskId, Instant at) {
        context.setCurrentSystemTimeMs(at.toEpochMilli());
        context.setRecordMetadata("carillon.control", 0, offset++);
        Command command = Command.of(CommandKind.CANCEL, key(taskId), at, "enough");
        byte[] value = Kind.COMMAND.encode(command);
        control.process(new Record<>(new byte[0], value, at.toEpochMilli()));
    }

    private static String key(String taskId) {
        return ExecutionKey.of(taskId, START).toString();
    }
}
