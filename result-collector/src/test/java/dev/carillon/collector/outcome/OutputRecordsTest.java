package dev.carillon.collector.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputRecordsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey KEY = ExecutionKey.of("report", NOW);

    private final OutputRecords outputs = new OutputRecords(new TopicNames("carillon"), 12);

    @Test
    void aRecordGoesHomeWithItsHeaders() {
        OutgoingRecord moved = outputs.rehomed(received(new RecordHeader("foreign", null)), KEY, 7);
        assertThat(moved.topic()).isEqualTo("carillon.results");
        assertThat(moved.partition()).isEqualTo(7);
        assertThat(moved.headers()).extracting(RecordHeader::name).containsExactly("foreign", Headers.REHOMED);
    }

    @Test
    void aRecordWhoseHeadersGrewTooLargeToMoveIsPutAside() {
        OutgoingRecord moved = outputs.rehomed(received(new RecordHeader("foreign", new byte[5_000_000])), KEY, 7);
        assertThat(moved.topic()).isEqualTo("carillon.dead-letters");
        assertThat(moved.value()).containsExactly(1, 2, 3);
        assertThat(moved.headers())
                .extracting(RecordHeader::toString)
                .contains("cause=" + ErrorCode.RECORD_TOO_LARGE, "headers-omitted=5000017 bytes");
        assertThat(moved.bytes()).isLessThan(2_000);
    }

    private static ReceivedRecord received(RecordHeader header) {
        return new ReceivedRecord("carillon.results", 3, 17, NOW, KEY.bytes(), new byte[] {1, 2, 3}, List.of(header));
    }
}
