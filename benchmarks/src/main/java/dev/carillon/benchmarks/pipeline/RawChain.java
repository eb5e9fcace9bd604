package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The raw limit of the whole pipeline: plain clients in as many processes pass whole tasks along the same hops. Two
 * read tasks and write each to {@code results} and to {@code outcomes}, a third reads {@code results}, and a reader
 * counts outcomes.
 */
final class RawChain {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private RawChain() {}

    /**
     * Records a second from when a backlog becomes visible until the last is at the end, in the second of two passes.
     */
    static double perSecond(KafkaTestBed bed, Path dir, int count, Report report) throws Exception {
        TopicNames names = bed.makeTopics("raw", "default");
        String tasks = names.tasks("default", Priority.NORMAL);
        ProcessorTime processor = new ProcessorTime();
        processor.add("client", ProcessHandle.current().pid());
        processor.add("broker", bed.pid());
        Deque<ChildProcess> hops = new ArrayDeque<>();
        try (KafkaConsumer<byte[], byte[]> reader =
                bed.clients().consumer("raw-outcomes", Map.of("max.poll.records", 5_000))) {
            for (String worker : List.of("raw-worker-1", "raw-worker-2")) {
                hops.push(hop(bed, dir, worker, "raw-workers", tasks, names.results(), names.outcomes()));
                processor.add(worker, hops.element().pid());
            }
            hops.push(hop(bed, dir, "raw-collector", "raw-collectors", names.results()));
            processor.add("raw-collector", hops.element().pid());
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < KafkaTestBed.PARTITIONS; i++) {
                all.add(new TopicPartition(names.outcomes(), i));
            }
            reader.assign(all);
            reader.seekToEnd(all);
            all.forEach(reader::position);
            pass(bed, names, reader, "cold", count, processor);
            double rate = pass(bed, names, reader, "warm", count, processor);
            report.figure(
                    "rawChainProcessorMicros",
                    processor.micros().values().stream()
                                    .mapToDouble(used -> used)
                                    .sum()
                            / count);
            return rate;
        } finally {
            hops.forEach(ChildProcess::close);
        }
    }

    private static ChildProcess hop(KafkaTestBed bed, Path dir, String name, String group, String... topics)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(bed.bootstrapServers(), name, group));
        arguments.addAll(List.of(topics));
        return ChildProcess.start(
                dir.resolve(name + ".log"),
                RoleProcess.AS_LAUNCHED,
                RawHopMain.class,
                arguments.toArray(new String[0]));
    }

    private static double pass(
            KafkaTestBed bed,
            TopicNames names,
            KafkaConsumer<byte[], byte[]> reader,
            String pass,
            int count,
            ProcessorTime processor)
            throws IOException {
        try (KafkaBacklog backlog = KafkaBacklog.write(bed, names, pass, count)) {
            processor.begin();
            long began = System.nanoTime();
            long end = began + PATIENCE.toNanos();
            backlog.show();
            int read = 0;
            while (read < count) {
                read += reader.poll(POLL).count();
                if (System.nanoTime() > end) {
                    throw new IOException("only " + read + " of " + count + " came through the raw chain");
                }
            }
            return count * NANOS / (System.nanoTime() - began);
        }
    }
}
