package dev.carillon.system.checker.seen;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;

/** A result or claim. */
public record ResultSeen(SeenRecord at, Result result) {

    /** Whether it ends its attempt, unlike a claim or a hand-back. */
    public boolean ends() {
        return result.status() != ResultStatus.STARTED && result.status() != ResultStatus.HANDED_BACK;
    }

    /** Whether another attempt may follow. */
    public boolean retryable() {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST -> true;
            case STARTED, SUCCEEDED, CANCELLED, EXPIRED, HANDED_BACK, SKIPPED -> false;
        };
    }
}
