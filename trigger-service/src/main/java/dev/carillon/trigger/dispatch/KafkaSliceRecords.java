package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.TaskEncoder;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.routing.Router;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Encodes the outputs of a slice as Kafka records. */
final class KafkaSliceRecords {
    private static final byte[] FIRST_ATTEMPT = {'1'};

    private final TopicNames names;
    private final int partitions;
    private final TaskEncoder tasks = new TaskEncoder();
    private final Map<Enum<?>, byte[]> spelled = new HashMap<>();
    /** Stays small, as only queues that exist get tasks. */
    private final Map<Lane, String> topics = new HashMap<>();

    private final Router router;

    KafkaSliceRecords(TopicNames names, int partitions, Router router) {
        this.names = names;
        this.partitions = partitions;
        this.router = router;
    }

    ProducerRecord<byte[], byte[]> of(SliceOutput output) {
        if (output instanceof SliceOutput.Dispatch dispatch) {
            return task(dispatch.task(), router.strategy(dispatch.routing()));
        } else if (output instanceof SliceOutput.Skip skip) {
            return skipped(skip.result());
        } else if (output instanceof SliceOutput.Say say) {
            return event(say.event());
        } else if (output instanceof SliceOutput.Order order) {
            Command command = order.command();
            return new ProducerRecord<>(
                    names.control(),
                    0,
                    command.subject().getBytes(StandardCharsets.UTF_8),
                    Kind.COMMAND.encode(command));
        }
        SliceOutput.PutAside aside = (SliceOutput.PutAside) output;
        return deadLetter(aside.input(), aside.cause(), aside.message());
    }

    private ProducerRecord<byte[], byte[]> task(Task task, Routing strategy) {
        byte[] key = tasks.key(Objects.requireNonNull(task.key()));
        Work work = task.work();
        String topic = topic(work);
        int chosen = router.partition(strategy, topic, work.queue(), work.type());
        // A worker may report a partition that the topic of this queue no longer has.
        boolean routed = chosen >= 0 && chosen < partitions;
        int partition = routed ? chosen : Murmur2.partition(key, partitions);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, key, tasks.value(task));
        if (routed) {
            record.headers().add(Headers.ROUTED, spelled(strategy));
        }
        record.headers()
                .add(Headers.ATTEMPT, FIRST_ATTEMPT)
                .add(Headers.ORIGIN, spelled(task.origin()))
                .add(Headers.PRIORITY, spelled(task.work().priority()));
        header(record, Headers.SCHEDULE_VERSION, String.valueOf(task.scheduleVersion()));
        return record;
    }

    private ProducerRecord<byte[], byte[]> skipped(Result result) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                names.results(), result.key().home(partitions), result.key().bytes(), Kind.RESULT.encode(result));
        header(record, Headers.KIND, Headers.KIND_RESULT);
        header(record, Headers.ATTEMPT, "1");
        return record;
    }

    ProducerRecord<byte[], byte[]> event(Event event) {
        return new ProducerRecord<>(
                names.events(), event.subject().getBytes(StandardCharsets.UTF_8), Kind.EVENT.encode(event));
    }

    ProducerRecord<byte[], byte[]> marker(String taskId, @Nullable Marker marker) {
        return new ProducerRecord<>(
                names.triggerState(),
                0,
                taskId.getBytes(StandardCharsets.UTF_8),
                marker == null ? null : Kind.MARKER.encode(marker));
    }

    ProducerRecord<byte[], byte[]> watermark(Watermark watermark) {
        return new ProducerRecord<>(
                names.triggerState(),
                0,
                Watermark.recordKey(watermark.shard()).getBytes(StandardCharsets.UTF_8),
                Kind.WATERMARK.encode(watermark));
    }

    private ProducerRecord<byte[], byte[]> deadLetter(InputRecord input, ErrorCode cause, String message) {
        DeadLetter.Place place =
                new DeadLetter.Place(input.topic(), input.partition(), input.offset(), input.appended());
        DeadLetter deadLetter = DeadLetter.of(input.key(), input.value(), List.of(), cause, message, place);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                names.deadLetters(), null, deadLetter.key(), deadLetter.value(), new RecordHeaders());
        deadLetter.headers().forEach(header -> record.headers().add(header.name(), header.value()));
        return record;
    }

    private String topic(Work work) {
        return topics.computeIfAbsent(
                new Lane(work.queue(), work.priority()), lane -> names.tasks(lane.queue(), lane.priority()));
    }

    private byte[] spelled(Enum<?> value) {
        return spelled.computeIfAbsent(value, one -> Fields.spelled(one).getBytes(StandardCharsets.US_ASCII));
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
