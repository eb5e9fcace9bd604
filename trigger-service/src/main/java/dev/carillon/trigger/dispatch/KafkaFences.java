package dev.carillon.trigger.dispatch;

import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/** Whether Kafka rejected a write because another instance leads. It is reported so, but handled like any error. */
final class KafkaFences {
    private KafkaFences() {}

    static boolean caused(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException
                    || cause instanceof InvalidProducerEpochException
                    || cause instanceof InvalidTxnStateException) {
                return true;
            }
        }
        return false;
    }
}
