package dev.carillon.cli.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KnownFieldsTest {
    @Test
    void everyObjectOfAScheduleHasItsFields() {
        assertThat(KnownFields.BY_OBJECT).containsOnlyKeys("", "retry", "missed", "shards");
        assertThat(KnownFields.BY_OBJECT.get("")).contains("v", "taskId", "cron", "payload", "routing", "labels");
        assertThat(KnownFields.BY_OBJECT.get("retry")).contains("maxRetries", "giveUpOn");
        assertThat(KnownFields.BY_OBJECT.get("missed")).containsExactlyInAnyOrder("policy", "window", "max");
        assertThat(KnownFields.BY_OBJECT.get("shards")).containsExactlyInAnyOrder("count", "need");
    }
}
