package dev.carillon.standalone.doctor;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A fact that several checks judge: whoever asks first gathers it, the others wait for that. */
final class OnceFact<T> implements Fact<T> {
    private final FutureTask<T> gathering;

    OnceFact(Fact<T> fact) {
        this.gathering = new FutureTask<>(fact::gather);
    }

    @Override
    public T gather() throws Exception {
        gathering.run();
        try {
            return gathering.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
