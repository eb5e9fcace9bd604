package dev.carillon.collector.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often each kind of event accesses the store, as decision 0132 says. */
class StoreAccessTest {
    private static final WorkerRef WORKER = new WorkerRef("w1", "i1");
    private static final Retry RETRY =
            new Retry(2, Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0, List.of(), List.of());

    private final World world = new World();
    private final Task task = Task.first(
            ExecutionKey.of("a", World.START),
            Origin.SUBMITTED,
            Work.of("demo", RawJson.NULL).withRetry(RETRY));

    @BeforeEach
    void startsCounting() {
        accesses();
    }

    private String accesses() {
        return world.table.takeReads() + " reads, " + world.table.takeWrites() + " writes";
    }

    private Result result(Task of, ResultStatus status) {
        Result result = Result.of(ExecutionKey.of("a", World.START), of.attempt(), status);
        return status == ResultStatus.SUCCEEDED ? result : result.withTask(of);
    }

    @Test
    void aSettledResultGoesToTheStoreNeverIfNothingIsOpen() {
        world.settled(result(task, ResultStatus.SUCCEEDED));
        assertThat(accesses()).isEqualTo("0 reads, 0 writes");
    }

    @Test
    void anEndForGoodIsOneWrite() {
        world.result(result(task, ResultStatus.SUCCEEDED), false);
        assertThat(accesses()).isEqualTo("0 reads, 1 writes");
    }

    @Test
    void aRetryIsTwoWritesToWaitThreeToReleaseAndThreeToEnd() {
        world.result(result(task, ResultStatus.FAILED), false);
        assertThat(accesses()).as("fails").isEqualTo("0 reads, 2 writes");
        world.pass(Duration.ofSeconds(10));
        assertThat(world.released).hasSize(1);
        assertThat(accesses()).as("is released").isEqualTo("3 reads, 3 writes");
        world.result(result(world.released.get(0), ResultStatus.SUCCEEDED), false);
        assertThat(accesses()).as("succeeds").isEqualTo("1 reads, 3 writes");
    }

    @Test
    void aClaimIsTwoWritesAndItsEndThree() {
        world.result(result(task, ResultStatus.STARTED).withRun(WORKER, AttemptTimes.NONE, null), false);
        assertThat(accesses()).as("is claimed").isEqualTo("0 reads, 2 writes");
        world.lease(WORKER);
        assertThat(accesses()).as("a lease").isEqualTo("0 reads, 0 writes");
        world.result(result(task, ResultStatus.SUCCEEDED), true);
        assertThat(accesses()).as("ends").isEqualTo("2 reads, 3 writes");
    }
}
