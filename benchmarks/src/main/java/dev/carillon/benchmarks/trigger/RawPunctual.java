package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.raw.Prepared;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The limit of punctuality: somebody who does nothing but send prepared records in one transaction on each second. */
final class RawPunctual {
    private static final int WARM_UP_SECONDS = 10;

    private final Clock clock = Clock.systemUTC();

    /** How long after the second each of so many records is seen. */
    Samples measure(KafkaTestBed bed, TopicNames names, int count, int seconds) throws InterruptedException {
        Samples found = new Samples();
        try (KafkaTickReader reader = new KafkaTickReader(bed, names.tasks("default", Priority.NORMAL), count);
                KafkaProducer<byte[], byte[]> producer =
                        bed.clients().transactionalProducer("raw-punctual", "raw-punctual")) {
            producer.initTransactions();
            for (int i = 0; i < WARM_UP_SECONDS + seconds; i++) {
                Instant second = Instant.ofEpochSecond(clock.instant().getEpochSecond() + 2);
                List<ProducerRecord<byte[], byte[]>> records =
                        Prepared.ticks(names, count, second, SampleSchedules::everyMinute);
                RunningTrigger.await("it is " + second, () -> !clock.instant().isBefore(second));
                producer.beginTransaction();
                for (ProducerRecord<byte[], byte[]> record : records) {
                    var unused = producer.send(record);
                }
                producer.commitTransaction();
                RunningTrigger.await("all are seen", () -> reader.at(second).distinct() == count);
                if (i >= WARM_UP_SECONDS) {
                    found.addAll(reader.at(second).latenesses);
                }
            }
        }
        return found;
    }
}
