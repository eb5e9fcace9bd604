package dev.carillon.client.deadletter;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.OutgoingRecord;
import java.util.ArrayList;
import java.util.List;

/** Transactions on topics in memory; a test can make the next one fail. */
public final class MemoryAtomicWriter implements AtomicWriter {
    private final RecordLog log;
    private final List<Integer> sizes = new ArrayList<>();
    private boolean fenced;

    public MemoryAtomicWriter(RecordLog log) {
        this.log = log;
    }

    public void fence() {
        fenced = true;
    }

    /** How many records each transaction had. */
    public List<Integer> sizes() {
        return sizes;
    }

    @Override
    public void write(List<OutgoingRecord> records) {
        if (fenced) {
            throw new ClientException(ClientProblem.NOT_WRITTEN, "another process took over");
        }
        sizes.add(records.size());
        records.forEach(log::append);
    }

    @Override
    public void close() {
        // Memory needs no closing.
    }
}
