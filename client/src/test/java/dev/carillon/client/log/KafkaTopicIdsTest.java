package dev.carillon.client.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection.TopicIdCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class KafkaTopicIdsTest {
    private static final List<String> BOTH = List.of("schedules", "trigger-state");

    /** The topics of the cluster and the questions it was asked. */
    private final Map<String, Uuid> topics = new HashMap<>();

    private final List<String> questions = new ArrayList<>();
    private @Nullable RuntimeException failure;
    private final Admin admin = (Admin) Proxy.newProxyInstance(
            Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                if (!method.getName().equals("describeTopics")) {
                    throw new UnsupportedOperationException(method.getName());
                }
                return arguments[0] instanceof TopicIdCollection byId ? byId(byId.topicIds()) : byName(arguments[0]);
            });
    private final KafkaTopicIds ids = new KafkaTopicIds();

    KafkaTopicIdsTest() {
        topics.put("schedules", Uuid.randomUuid());
        topics.put("trigger-state", Uuid.randomUuid());
    }

    private static final class Described extends DescribeTopicsResult {
        private Described(
                @Nullable Map<Uuid, KafkaFuture<TopicDescription>> byId,
                @Nullable Map<String, KafkaFuture<TopicDescription>> byName) {
            super(byId, byName);
        }
    }

    private Described byId(Collection<Uuid> asked) {
        questions.add(asked.size() + " by id");
        Map<Uuid, KafkaFuture<TopicDescription>> answers = new HashMap<>();
        for (Uuid id : asked) {
            answers.put(
                    id,
                    topics.entrySet().stream()
                            .filter(topic -> topic.getValue().equals(id))
                            .findFirst()
                            .map(topic -> described(topic.getKey(), id))
                            .orElse(failed(new UnknownTopicIdException("no such id"))));
        }
        return new Described(answers, null);
    }

    private Described byName(Object asked) {
        Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
        for (Object name : (Collection<?>) asked) {
            Uuid id = topics.get(name);
            answers.put(
                    String.valueOf(name),
                    id == null
                            ? failed(new UnknownTopicOrPartitionException("no such topic"))
                            : described(String.valueOf(name), id));
        }
        questions.add(answers.size() + " by name");
        return new Described(null, answers);
    }

    private KafkaFuture<TopicDescription> described(String name, Uuid id) {
        return failure == null
                ? KafkaFuture.completedFuture(new TopicDescription(name, false, List.of(), null, id))
                : failed(failure);
    }

    private static KafkaFuture<TopicDescription> failed(RuntimeException failure) {
        return KafkaFuture.completedFuture(failure).thenApply(thrown -> {
            throw thrown;
        });
    }

    private Map<String, Uuid> ask(Collection<String> asked) throws ExecutionException, InterruptedException {
        return ids.await(admin, ids.ask(admin, asked));
    }

    @Test
    void namesAreLookedUpOnceAndFromThenOnIds() throws Exception {
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(ask(List.of("schedules"))).containsOnlyKeys("schedules");
        assertThat(questions).containsExactly("2 by name", "2 by id", "1 by id");
    }

    @Test
    void aKnownTopicAndANewOneAreAskedForTogether() throws Exception {
        ask(List.of("schedules"));
        questions.clear();
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(questions).containsExactlyInAnyOrder("1 by id", "1 by name");
    }

    @Test
    void aTopicThatWasCreatedAgainHasItsNewId() throws Exception {
        ask(BOTH);
        topics.put("schedules", Uuid.randomUuid());
        questions.clear();
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(questions).containsExactly("2 by id", "1 by name");
    }

    @Test
    void aDeletedTopicIsReportedAndFoundOnceItIsBack() throws Exception {
        ask(BOTH);
        Uuid old = topics.remove("schedules");
        assertThatThrownBy(() -> ask(BOTH)).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        topics.put("schedules", Uuid.randomUuid());
        assertThat(ask(BOTH)).isEqualTo(topics).doesNotContainValue(old);
    }

    @Test
    void aTopicThatNeverWasIsReported() {
        assertThatThrownBy(() -> ask(List.of("other"))).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }

    /** Brokers of old versions give no ids, and would answer a question by this one with nothing. */
    @Test
    void withoutIdsEachQuestionIsByName() throws Exception {
        topics.replaceAll((topic, id) -> Uuid.ZERO_UUID);
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(ask(BOTH)).isEqualTo(topics);
        assertThat(questions).containsExactly("2 by name", "2 by name");
    }

    @Test
    void anotherFailureIsPassedOnAndTheNextQuestionIsByNameAgain() throws Exception {
        ask(List.of("schedules"));
        failure = new TopicAuthorizationException("not allowed");
        assertThatThrownBy(() -> ask(List.of("schedules"))).hasCause(failure);
        failure = null;
        questions.clear();
        assertThat(ask(List.of("schedules"))).containsOnlyKeys("schedules");
        assertThat(questions).containsExactly("1 by name");
    }
}
