package dev.carillon.cli.doctor.fact;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Gathers a fact once for several checks: the first call gathers it, later calls wait for the result. */
public final class OnceFact<T> implements FactSource<T> {
    private final FutureTask<T> gathering;

    public OnceFact(FactSource<T> fact) {
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
