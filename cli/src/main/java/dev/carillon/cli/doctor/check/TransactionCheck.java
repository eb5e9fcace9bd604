package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.OpenTransaction;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.insight.words.TextPieces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Judges whether a transaction has been open so long that it hides the records behind it. */
public final class TransactionCheck {
    private TransactionCheck() {}

    public static List<Finding> judge(List<OpenTransaction> open, Instant now, Duration tolerated, String address) {
        List<Finding> findings = new ArrayList<>();
        for (OpenTransaction transaction : open) {
            Duration age = Duration.between(transaction.lastWrite(), now);
            if (age.compareTo(tolerated) >= 0) {
                String owner = transaction.transactionalId() == null
                        ? "producer " + transaction.producerId() + ", which no coordinator knows,"
                        : transaction.transactionalId();
                findings.add(FindingKind.TRANSACTION_HANGING.found(
                        "a transaction of " + owner + " has been open without a write for "
                                + TextPieces.duration(age) + " in " + transaction.topic() + "-"
                                + transaction.partition() + " at offset " + transaction.startOffset(),
                        "kafka-transactions.sh --bootstrap-server " + address + " abort --topic "
                                + transaction.topic() + " --partition " + transaction.partition()
                                + " --start-offset " + transaction.startOffset()));
            }
        }
        if (findings.isEmpty()) {
            findings.add(Finding.good("no open transaction hides records"));
        }
        return findings;
    }
}
