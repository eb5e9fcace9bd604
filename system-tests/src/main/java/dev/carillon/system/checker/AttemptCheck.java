package dev.carillon.system.checker;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Retry;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** G6 and G5: attempts are numbered 1..n, each follows a retryable end and its backoff, and each runs once. */
final class AttemptCheck implements GuaranteeCheck {
    private final Executions executions;
    private final CheckerOptions options;

    AttemptCheck(Executions executions, CheckerOptions options) {
        this.executions = executions;
        this.options = options;
    }

    @Override
    public void look(Findings findings) {
        for (ExecutionHistory execution : executions.all()) {
            if (execution.exists()) {
                checkNumbers(execution, findings);
                execution.attempts().stream()
                        .filter(attempt -> attempt > 1)
                        .forEach(attempt -> checkRetry(execution, attempt, findings));
                execution.attempts().forEach(attempt -> checkRunsOnce(execution, attempt, findings));
                checkReleasedOnce(execution, findings);
            }
        }
    }

    private static void checkNumbers(ExecutionHistory execution, Findings findings) {
        int expected = 1;
        for (int attempt : execution.attempts()) {
            if (attempt != expected) {
                findings.violated(
                        Guarantee.G6,
                        execution.key(),
                        where(execution, attempt),
                        "has attempt " + attempt + ", but no attempt " + expected);
                return;
            }
            expected++;
        }
    }

    /** Attempt k+1 exists only after a retryable end of k, within the number of retries, and not too soon. */
    private void checkRetry(ExecutionHistory execution, int attempt, Findings findings) {
        findings.count(CountNames.RETRIES);
        List<ResultSeen> before = execution.resultsOf(attempt - 1);
        Optional<ResultSeen> end = before.stream()
                .filter(ResultSeen::retryable)
                .min(Comparator.comparing(seen -> seen.at().appended()));
        Optional<ResultSeen> claim = before.stream().filter(r -> !r.ends()).findFirst();
        // A lost attempt has no result: the collector ends it after checks that prove its worker silent.
        boolean lost = claim.isPresent()
                && executions
                        .silences()
                        .provenBetween(claim.get(), where(execution, attempt).appended());
        if (end.isEmpty() && !lost) {
            findings.violated(
                    Guarantee.G6,
                    execution.key(),
                    where(execution, attempt),
                    "has attempt " + attempt + ", but attempt " + (attempt - 1) + " did not end retryably");
            return;
        }
        ResultSeen cause = end.or(() -> claim).orElseThrow();
        Optional<Retry> retry = retryOf(execution, cause.result());
        if (retry.isEmpty()) {
            return;
        }
        if (attempt > retry.get().maxRetries() + 1) {
            findings.violated(
                    Guarantee.G6,
                    execution.key(),
                    where(execution, attempt),
                    "has attempt " + attempt + ", but only " + retry.get().maxRetries() + " retries");
        }
        if (end.isPresent() && givenUp(retry.get(), cause.result())) {
            findings.violated(
                    Guarantee.G6,
                    execution.key(),
                    where(execution, attempt),
                    "was retried after code " + cause.result().code() + ", which its retry rule gives up on");
        }
        if (end.isPresent()) {
            checkBackoff(execution, attempt, cause, retry.get(), findings);
        }
    }

    private void checkBackoff(
            ExecutionHistory execution, int attempt, ResultSeen cause, Retry retry, Findings findings) {
        Instant earliest = cause.at().appended().plus(shortest(retry, attempt - 1));
        for (TaskSeen task : execution.tasksOf(attempt)) {
            Instant notBefore = task.task().notBefore();
            Instant promised = notBefore == null ? task.at().appended() : notBefore;
            if (promised.plus(options.clockBound()).isBefore(earliest)) {
                findings.violated(
                        Guarantee.G6,
                        execution.key(),
                        task.at(),
                        "attempt " + attempt + " may start at " + promised + ", but its backoff ends at " + earliest);
            }
        }
        for (ResultSeen result : execution.resultsOf(attempt)) {
            Instant started = result.result().times().started();
            if (started != null && started.plus(options.clockBound()).isBefore(earliest)) {
                findings.violated(
                        Guarantee.G6,
                        execution.key(),
                        result.at(),
                        "attempt " + attempt + " started at " + started + ", but its backoff ends at " + earliest);
            }
        }
    }

    /** The shortest backoff that the jitter allows after a failed attempt. */
    static Duration shortest(Retry retry, int failedAttempt) {
        double millis = retry.delay().toMillis() * Math.pow(retry.backoffRate(), failedAttempt - 1.0);
        double capped = Math.min(millis, (double) retry.maxDelay().toMillis());
        return Duration.ofMillis((long) Math.floor(capped * (1 - retry.jitter())));
    }

    private static boolean givenUp(Retry retry, Result result) {
        String code = String.valueOf(result.code());
        return retry.giveUpOn().contains(code)
                || (!retry.retryOn().isEmpty() && !retry.retryOn().contains(code));
    }

    private static Optional<Retry> retryOf(ExecutionHistory execution, Result result) {
        Task carried = result.task();
        return carried != null
                ? Optional.of(carried.work().retry())
                : execution.tasks.stream().map(t -> t.task().work().retry()).findFirst();
    }

    /** An attempt that was never claimed has one end; one that ran twice would have two different ones. */
    private static void checkRunsOnce(ExecutionHistory execution, int attempt, Findings findings) {
        List<ResultSeen> ends = execution.endsOf(attempt).stream()
                .filter(r -> r.result().skipped() == null)
                .toList();
        findings.count(CountNames.ATTEMPTS, ends.isEmpty() ? 0 : 1);
        boolean claimed = ends.size() < execution.resultsOf(attempt).size();
        long different = ends.stream().map(ResultSeen::result).distinct().count();
        if (different > 1 && !claimed) {
            findings.violated(
                    Guarantee.G5,
                    execution.key(),
                    ends.get(1).at(),
                    "attempt " + attempt + " ended " + different + " times, first at "
                            + ends.get(0).at().position());
        }
    }

    /** The collector releases each delivery of an attempt once. */
    private static void checkReleasedOnce(ExecutionHistory execution, Findings findings) {
        Map<String, TaskSeen> released = new HashMap<>();
        for (TaskSeen task : execution.tasks) {
            if (task.at().topic().contains(".released.") && task.task().attempt() > 1) {
                String delivery = task.task().attempt() + "/" + task.task().delivery();
                TaskSeen first = released.putIfAbsent(delivery, task);
                if (first != null) {
                    findings.violated(
                            Guarantee.G6,
                            execution.key(),
                            task.at(),
                            "attempt " + task.task().attempt() + " was released twice, first at "
                                    + first.at().position());
                }
            }
        }
    }

    private static SeenRecord where(ExecutionHistory execution, int attempt) {
        List<TaskSeen> tasks = execution.tasksOf(attempt);
        return tasks.isEmpty()
                ? execution.resultsOf(attempt).get(0).at()
                : tasks.get(0).at();
    }
}
