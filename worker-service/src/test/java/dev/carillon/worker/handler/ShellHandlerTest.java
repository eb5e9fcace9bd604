package dev.carillon.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
final class ShellHandlerTest {
    private final ShellHandler handler = new ShellHandler();

    private RawJson run(String payload) throws Exception {
        return handler.run(new TestContext("shell", payload));
    }

    @Test
    void argumentsAreHandedOverAsTheyAre() throws Exception {
        assertThat(run("{\"command\":[\"echo\",\"a b\",\"$HOME;ls\"]}").text())
                .isEqualTo("{\"exit\":0,\"output\":\"a b $HOME;ls\"}");
    }

    @Test
    void scriptKnowsWhatItRunsFor() throws Exception {
        TestContext context = new TestContext(
                "shell",
                "{\"script\":\"echo $CARILLON_TASK_ID; echo $CARILLON_EXECUTION_KEY; echo $CARILLON_ATTEMPT;"
                        + " echo $CARILLON_NOMINAL_TIME >&2\"}");
        handler.run(context);
        assertThat(context.lines)
                .containsExactly("job", "job:2026-11-18T05:59:59.999Z~testmark", "1", "2026-11-18T06:00:00Z");
    }

    @Test
    void exitCodeOtherThanZeroIsTheCodeOfTheFailure() {
        assertThatThrownBy(() -> run("{\"script\":\"echo no luck; exit 7\"}"))
                .isInstanceOfSatisfying(
                        TaskFailure.class, failure -> assertThat(failure.code()).isEqualTo("EXIT_7"))
                .hasMessageContaining("no luck");
    }

    @Test
    void standardInputIsClosed() throws Exception {
        assertThat(run("{\"command\":[\"cat\"]}").text()).isEqualTo("{\"exit\":0,\"output\":\"\"}");
    }

    @Test
    void resultCarriesOnlyTheTailOfALargeOutput() throws Exception {
        RawJson data = run("{\"script\":\"i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done\"}");
        assertThat(data.length()).isLessThan(ShellTail.MAX_CHARS * 2);
        assertThat(data.text()).contains("line 19999").doesNotContain("line 100\\n");
    }

    @Test
    void endlessLineIsCutIntoPieces() throws Exception {
        TestContext context = new TestContext("shell", "{\"script\":\"head -c 100000 /dev/zero | tr '\\\\0' x\"}");
        handler.run(context);
        assertThat(context.lines).hasSizeGreaterThanOrEqualTo(25).allMatch(line -> line.length() <= 4_000);
    }

    @Test
    void cancelKillsTheWholeTree(@TempDir Path folder) throws Exception {
        Path pids = folder.resolve("pids");
        TestContext context = new TestContext(
                "shell",
                "{\"script\":\"(sleep 300 & echo $! >> " + pids + "; sleep 300) & echo $! >> " + pids + "; echo $$ >> "
                        + pids + "; echo up; wait\"}");
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Threads.named("shell-test", () -> {
                    try {
                        handler.run(context);
                        ended.complete(new AssertionError("it was not killed"));
                    } catch (Exception e) {
                        ended.complete(e);
                    }
                })
                .start();
        Eventually.that(
                "three processes run",
                Duration.ofSeconds(10),
                () -> Files.exists(pids) && Files.readAllLines(pids).size() == 3);
        assertThat(context.cancelled().raise()).isTrue();
        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(TaskFailure.class);
        for (String pid : Files.readAllLines(pids)) {
            Eventually.that(
                    "process " + pid + " is gone", Duration.ofSeconds(10), () -> ProcessHandle.of(Long.parseLong(pid))
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }

    @Test
    @EnabledIf("findsProcesses")
    void aProcessThatLeftTheGroupAndHoldsTheOutputDoesNotKeepTheAttempt(@TempDir Path folder) throws Exception {
        Path pid = folder.resolve("pid");
        RawJson data = run("{\"script\":\"setsid sh -c 'echo $$ > " + pid + "; sleep 300' & while [ ! -s " + pid
                + " ]; do sleep 0.01; done; echo done\"}");
        assertThat(data.text()).isEqualTo("{\"exit\":0,\"output\":\"done\"}");
        assertGone(pid);
    }

    @Test
    @EnabledIf("findsProcesses")
    void cancelReachesAProcessThatLeftTheGroup(@TempDir Path folder) throws Exception {
        Path pid = folder.resolve("pid");
        TestContext context = new TestContext(
                "shell", "{\"script\":\"(setsid sh -c 'echo $$ > " + pid + "; sleep 300' > /dev/null &); sleep 300\"}");
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Threads.named("shell-test", () -> {
                    try {
                        handler.run(context);
                        ended.complete(new AssertionError("it was not killed"));
                    } catch (Exception e) {
                        ended.complete(e);
                    }
                })
                .start();
        Eventually.that("the process runs", Duration.ofSeconds(10), () -> Files.exists(pid) && Files.size(pid) > 0);
        assertThat(context.cancelled().raise()).isTrue();
        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(TaskFailure.class);
        assertGone(pid);
    }

    static boolean findsProcesses() {
        return Files.isReadable(Path.of("/proc/self/environ")) && Files.isExecutable(Path.of("/usr/bin/setsid"));
    }

    private static void assertGone(Path pid) throws Exception {
        long left = Long.parseLong(Files.readString(pid).trim());
        Eventually.that("process " + left + " is gone", Duration.ofSeconds(10), () -> ProcessHandle.of(left)
                .filter(ProcessHandle::isAlive)
                .isEmpty());
    }

    @Test
    void programThatDoesNotExistFailsTheAttempt() {
        assertThatThrownBy(() -> run("{\"command\":[\"/no/such/program\"]}")).isInstanceOf(TaskFailure.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"command\":[]}", "{\"command\":\"ls\"}", "{\"command\":[1]}", "[]"})
    void payloadThatNamesNothingToRunIsRefused(String payload) {
        assertThatThrownBy(() -> run(payload)).isInstanceOf(ContractException.class);
    }

    @Test
    void payloadWithCommandAndScriptIsRefused() {
        assertThatThrownBy(() -> run("{\"command\":[\"ls\"],\"script\":\"ls\"}"))
                .isInstanceOfSatisfying(ContractException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.CONFLICTING_FIELDS));
    }
}
