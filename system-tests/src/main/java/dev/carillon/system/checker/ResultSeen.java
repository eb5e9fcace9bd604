package dev.carillon.system.checker;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;

/** A result or claim. */
record ResultSeen(SeenRecord at, Result result) {

    /** Whether it ends its attempt; a claim and a hand-back do not. */
    boolean ends() {
        return result.status() != ResultStatus.STARTED && result.status() != ResultStatus.HANDED_BACK;
    }

    /** Whether an attempt that ended so may be followed by another. */
    boolean retryable() {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST -> true;
            case STARTED, SUCCEEDED, CANCELLED, EXPIRED, HANDED_BACK, SKIPPED -> false;
        };
    }
}
