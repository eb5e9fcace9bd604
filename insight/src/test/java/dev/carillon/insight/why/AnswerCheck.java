package dev.carillon.insight.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Checks one answer; each check returns this. */
record AnswerCheck(WhyAnswer answer) {

    /** Asks at the cluster's time about a moment, as {@link RecordedCluster#moment} reads it. */
    static AnswerCheck why(RecordedCluster cluster, String taskId, String at) {
        return why(cluster, taskId, RecordedCluster.moment(at));
    }

    static AnswerCheck why(RecordedCluster cluster, String taskId, Instant at) {
        return new AnswerCheck(look(cluster, taskId).why(at));
    }

    /** Asks about a local time of the schedule's zone. */
    static AnswerCheck whyLocal(RecordedCluster cluster, String taskId, String local) {
        return new AnswerCheck(look(cluster, taskId).why(LocalDateTime.parse(local)));
    }

    /** Asks about the key of any execution. */
    static AnswerCheck whyKey(RecordedCluster cluster, String key) {
        ExecutionKey parsed = ExecutionKey.parse(key);
        return new AnswerCheck(look(cluster, parsed.taskId()).why(parsed));
    }

    static WhyLook look(RecordedCluster cluster, String taskId) {
        return new WhyLook(cluster.scan(), RecordedCluster.NAMES, cluster.now(), taskId);
    }

    AnswerCheck is(Verdict verdict, String... words) {
        assertThat(answer.verdict()).as(answer.toString()).isEqualTo(verdict);
        return says(words);
    }

    AnswerCheck says(String... words) {
        for (String one : words) {
            assertThat(answer.sentence()).contains(one);
        }
        return this;
    }

    AnswerCheck doesNotSay(String... words) {
        assertThat(answer.sentence() + answer.details()).doesNotContain(words);
        return this;
    }

    AnswerCheck details(String... words) {
        for (String one : words) {
            assertThat(String.join("\n", answer.details())).contains(one);
        }
        return this;
    }

    /** The kinds of all records that it cites, in their order. */
    AnswerCheck cites(String... kinds) {
        assertThat(answer.evidence())
                .as(answer.toString())
                .extracting(EvidenceRecord::what)
                .containsExactly(kinds);
        return this;
    }

    AnswerCheck citesAt(String place) {
        assertThat(answer.evidence()).extracting(EvidenceRecord::place).contains(place);
        return this;
    }

    /** All the commands to continue with, in their order. */
    AnswerCheck next(String... commands) {
        assertThat(answer.next()).as(answer.toString()).containsExactly(commands);
        return this;
    }

    AnswerCheck isAbout(String at) {
        assertThat(answer.at()).isEqualTo(RecordedCluster.moment(at));
        return this;
    }

    AnswerCheck clockChange(@Nullable String kind, @Nullable String rule) {
        ClockChange change = answer.clockChange();
        if (kind == null) {
            assertThat(change).isNull();
        } else {
            assertThat(change).isNotNull();
            assertThat(change.answer().kind()).isEqualTo(kind);
            assertThat(change.rule()).isEqualTo(rule);
        }
        return this;
    }
}
