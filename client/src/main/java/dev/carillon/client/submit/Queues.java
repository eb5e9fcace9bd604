package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.topic.TopicNames;
import java.util.List;

/** The queues that exist: those that have topics. */
public record Queues(List<String> names) {

    public static Queues look(RecordLog log, TopicNames names) {
        return new Queues(names.queues(log.topics()).stream().sorted().toList());
    }

    /** Refuses a queue without topics: its records would end in dead-letters. */
    public void require(String field, String queue) {
        if (!names.contains(queue)) {
            String meant = NearestWord.to(queue, names)
                    .map(near -> "did you mean " + near + "? ")
                    .orElse("");
            throw new ContractException(
                    ErrorCode.UNKNOWN_QUEUE,
                    field,
                    "there is no queue " + ContractException.shown(queue),
                    meant + "create it with: carillon topics create --queue " + queue);
        }
    }
}
