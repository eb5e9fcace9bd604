package dev.carillon.benchmarks.submit;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code benchmarks/run apply}: the client applies definitions one at a time and in bulk, and the command line applies
 * a file in a separate process; beside a bare producer that sends values of the same size. Then the command line and
 * REST list all of them.
 */
public final class ApplyBenchmark implements Benchmark {
    private static final int ONE_AT_A_TIME = 1_000;
    private static final int BULK = 100_000;
    private static final int IN_A_FILE = 2_000;
    private static final int LISTED = 10_000;
    private static final int LEAST = 100;
    private static final int EXPRESSIONS = 1_000;
    private static final int FAR_AWAY = 10_000_000;

    private static final double MOST_MILLIS = 5;
    private static final double LEAST_BULK = 30_000;
    private static final double MOST_SECONDS = 3;
    private static final double MOST_SECONDS_TO_LIST = 2;
    private static final double MOST_MILLIS_TO_LIST = 2_000;
    private static final double MEDIAN = 0.5;
    private static final double WORST = 0.99;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            byTheClient(bed, scale, report);
            byTheCommandLine(bed, dir, scale, report);
        }
    }

    private static int scaled(int full, double scale) {
        return Math.max(LEAST, (int) (full * scale));
    }

    private static void byTheClient(KafkaTestBed bed, double scale, Report report) throws Exception {
        TopicNames names = bed.makeTopics("client");
        int single = scaled(ONE_AT_A_TIME, scale);
        int bulk = scaled(BULK, scale);
        try (CarillonClient client = CarillonClient.connect(KafkaConfig.at(bed.bootstrapServers()), names)) {
            var unused = Rounds.millis(single, n -> expect(Change.CREATED, client.apply(schedule(FAR_AWAY + n))));
            Samples changed =
                    Rounds.millis(single, n -> expect(Change.CHANGED, client.apply(changed(schedule(FAR_AWAY + n)))));
            Samples same =
                    Rounds.millis(single, n -> expect(Change.UNCHANGED, client.apply(changed(schedule(FAR_AWAY + n)))));
            report.atMost("singleP50Millis", changed.percentile(MEDIAN), MOST_MILLIS);
            report.figure("singleP99Millis", changed.percentile(WORST));
            report.figure("unchangedP50Millis", same.percentile(MEDIAN));

            List<Schedule> many =
                    IntStream.range(0, bulk).mapToObj(ApplyBenchmark::schedule).toList();
            report.figure("rawProducerPerSecond", bulk / produced(bed, names.schedules(), many));
            report.atLeast("bulkPerSecond", bulk / seconds(client, many, Change.CREATED), LEAST_BULK);
            report.figure("bulkUnchangedPerSecond", bulk / seconds(client, many, Change.UNCHANGED));
        }
    }

    private static Schedule schedule(int n) {
        return SampleSchedules.oneOf(n, EXPRESSIONS);
    }

    private static Schedule changed(Schedule schedule) {
        return schedule.withParts("changed", schedule.owner(), schedule.when(), schedule.work(), schedule.missed());
    }

    private static void expect(Change wanted, ApplyResult found) {
        if (found.change() != wanted) {
            throw new IllegalStateException(found.taskId() + " was " + found.change() + ", not " + wanted);
        }
    }

    private static double seconds(CarillonClient client, List<Schedule> many, Change wanted) {
        long began = System.nanoTime();
        List<ApplyResult> done = client.applyAll(many);
        double seconds = (System.nanoTime() - began) / Rounds.NANOS;
        done.forEach(one -> expect(wanted, one));
        return seconds;
    }

    /** The same definitions under other keys, so that the client knows none of them. */
    private static double produced(KafkaTestBed bed, String topic, List<Schedule> many) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Schedule schedule : many) {
            byte[] key = ("raw-" + schedule.taskId()).getBytes(StandardCharsets.UTF_8);
            records.add(new ProducerRecord<>(topic, 0, key, Kind.SCHEDULE.encode(schedule)));
        }
        try (KafkaProducer<byte[], byte[]> raw = bed.clients().producer("raw")) {
            long began = System.nanoTime();
            for (ProducerRecord<byte[], byte[]> record : records) {
                var unused = raw.send(record);
            }
            raw.flush();
            return (System.nanoTime() - began) / Rounds.NANOS;
        }
    }

    private static void byTheCommandLine(KafkaTestBed bed, Path dir, double scale, Report report) throws Exception {
        bed.makeTopics("cli", "default");
        Path file = definitions(dir, scaled(IN_A_FILE, scale));
        report.atMost("cliFirstSeconds", carillon(bed, dir, "schedule", "apply", "-f", file.toString()), MOST_SECONDS);
        report.atMost(
                "cliUnchangedSeconds", carillon(bed, dir, "schedule", "apply", "-f", file.toString()), MOST_SECONDS);
        Path larger = definitions(dir, scaled(LISTED, scale));
        report.figure("cliTenThousandSeconds", carillon(bed, dir, "schedule", "apply", "-f", larger.toString()));
        report.atMost("cliListSeconds", carillon(bed, dir, "schedule", "list"), MOST_SECONDS_TO_LIST);
        report.figure("cliListJsonSeconds", carillon(bed, dir, "schedule", "list", "-o", "json"));
        try (RestList rest = new RestList(bed, dir, "cli")) {
            report.atMost("restListMillis", rest.millis(scaled(LISTED, scale)).percentile(MEDIAN), MOST_MILLIS_TO_LIST);
        }
    }

    /** Writes one JSON object per line, as {@code schedule list -o json} prints them. */
    private static Path definitions(Path dir, int count) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int n = 0; n < count; n++) {
            text.write(SampleSchedules.definitionOf(n, EXPRESSIONS, true));
            text.write('\n');
        }
        return Files.write(dir.resolve("schedules-" + count + ".json"), text.toByteArray());
    }

    /** Runs one command as the launcher starts it; returns the lifetime of its process. */
    private static double carillon(KafkaTestBed bed, Path dir, String... words) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(Path.of("carillon").toAbsolutePath().toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--bootstrap", bed.bootstrapServers(), "--namespace", "cli"));
        Path log = dir.resolve("command.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("CARILLON_"));
        builder.environment().put("HOME", dir.toString());
        builder.environment().put("CARILLON_CLASS_PATH", System.getProperty("java.class.path"));
        long began = System.nanoTime();
        int exit = builder.start().waitFor();
        double seconds = (System.nanoTime() - began) / Rounds.NANOS;
        if (exit != 0) {
            throw new IllegalStateException(
                    String.join(" ", words) + " ended with " + exit + ":\n" + Files.readString(log));
        }
        return seconds;
    }
}
