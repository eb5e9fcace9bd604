package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.raw.Prepared;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The raw limit of punctuality: sends only prepared records, in one transaction on each second. */
final class RawPunctual {
    /**
     * As many transactions as in an hour of one a second: before that, broker and clients run code that is not compiled
     * yet, and a transaction takes four times as long as later.
     */
    private static final int WARM_UP_TRANSACTIONS = 3_600;

    private static final int WARM_UP_RECORDS = 200;
    private static final int WARM_UP_SECONDS = 5;

    private final Clock clock = Clock.systemUTC();

    /** How long after the second each of this many records is seen. */
    Samples measure(KafkaTestBed bed, TopicNames names, int count, int seconds) throws InterruptedException {
        return measure(bed, names, count, seconds, WARM_UP_TRANSACTIONS);
    }

    /** Only the warm-up, for callers that measure several times later. */
    void warmUp(KafkaTestBed bed, TopicNames names) {
        try (KafkaProducer<byte[], byte[]> producer =
                bed.clients().transactionalProducer("raw-punctual", "raw-punctual")) {
            producer.initTransactions();
            warmUp(producer, names, WARM_UP_TRANSACTIONS);
        }
    }

    /** How long after the second each of this many records is seen, with warm broker and clients. */
    Samples measureAgain(KafkaTestBed bed, TopicNames names, int count, int seconds) throws InterruptedException {
        return measure(bed, names, count, seconds, 0);
    }

    private Samples measure(KafkaTestBed bed, TopicNames names, int count, int seconds, int warmUp)
            throws InterruptedException {
        Samples found = new Samples();
        try (KafkaTickReader reader = new KafkaTickReader(bed, names.tasks("default", Priority.NORMAL), count);
                KafkaProducer<byte[], byte[]> producer =
                        bed.clients().transactionalProducer("raw-punctual", "raw-punctual")) {
            producer.initTransactions();
            warmUp(producer, names, warmUp);
            for (int i = 0; i < WARM_UP_SECONDS + seconds; i++) {
                Instant second = Instant.ofEpochSecond(clock.instant().getEpochSecond() + 2);
                List<ProducerRecord<byte[], byte[]>> records =
                        Prepared.ticks(names, count, second, SampleSchedules::everyMinute);
                RunningTrigger.await("it is " + second, () -> !clock.instant().isBefore(second));
                send(producer, records);
                RunningTrigger.await("all are seen", () -> reader.at(second).distinct() == count);
                if (i >= WARM_UP_SECONDS) {
                    found.addAll(reader.at(second).latenesses());
                }
            }
        }
        return found;
    }

    /** Commits this many transactions, one right after the other; their ticks are of the year 2000. */
    private static void warmUp(KafkaProducer<byte[], byte[]> producer, TopicNames names, int transactions) {
        List<ProducerRecord<byte[], byte[]>> records = Prepared.ticks(
                names, WARM_UP_RECORDS, Instant.parse("2000-01-01T00:00:00Z"), SampleSchedules::everyMinute);
        for (int i = 0; i < transactions; i++) {
            send(producer, records);
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        producer.beginTransaction();
        for (ProducerRecord<byte[], byte[]> record : records) {
            var unused = producer.send(record);
        }
        producer.commitTransaction();
    }
}
