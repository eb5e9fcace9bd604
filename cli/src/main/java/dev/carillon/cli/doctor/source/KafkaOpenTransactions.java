package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.fact.OpenTransaction;
import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads open transactions from the partitions' leaders, which also know those that no coordinator will ever end.
 */
public final class KafkaOpenTransactions {
    private final Admin admin;

    public KafkaOpenTransactions(Admin admin) {
        this.admin = admin;
    }

    public List<OpenTransaction> in(TopicsFact topics) throws Exception {
        List<TopicPartition> partitions = new ArrayList<>();
        topics.found().values().stream()
                .filter(topic ->
                        topic.operations().isEmpty() || topic.operations().contains(RoleRights.READ))
                .forEach(topic -> topic.partitions().stream()
                        .filter(TopicFact.Partition::led)
                        .forEach(one -> partitions.add(new TopicPartition(topic.name(), one.number()))));
        if (partitions.isEmpty()) {
            return List.of();
        }
        Map<TopicPartition, DescribeProducersResult.PartitionProducerState> states =
                admin.describeProducers(partitions).all().get();
        List<OpenTransaction> open = new ArrayList<>();
        states.forEach((partition, state) -> state.activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .forEach(producer -> open.add(open(partition, producer))));
        return open.isEmpty() ? open : named(open);
    }

    private static OpenTransaction open(TopicPartition partition, ProducerState producer) {
        return new OpenTransaction(
                partition.topic(),
                partition.partition(),
                producer.producerId(),
                null,
                producer.currentTransactionStartOffset().orElse(0),
                Instant.ofEpochMilli(producer.lastTimestamp()));
    }

    private List<OpenTransaction> named(List<OpenTransaction> open) throws Exception {
        Map<Long, String> ids = new HashMap<>();
        ListTransactionsOptions ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
        for (TransactionListing listing : admin.listTransactions(ongoing).all().get()) {
            ids.put(listing.producerId(), listing.transactionalId());
        }
        return open.stream()
                .map(one -> new OpenTransaction(
                        one.topic(),
                        one.partition(),
                        one.producerId(),
                        ids.get(one.producerId()),
                        one.startOffset(),
                        one.lastWrite()))
                .toList();
    }
}
