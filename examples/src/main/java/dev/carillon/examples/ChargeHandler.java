package dev.carillon.examples;

import dev.carillon.worker.handler.TaskContext;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.handler.TaskHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A handler in fifteen lines: it charges once, however often the task is retried or delivered. */
public final class ChargeHandler implements TaskHandler {
    /** The task's payload. */
    public record Charge(String account, int cents) {}

    // In place of a database table with a unique key, which you would write in the transaction that moves the money.
    private final Map<String, Charge> charged = new ConcurrentHashMap<>();

    @Override
    public Object run(TaskContext task) throws TaskFailure {
        Charge charge = task.payload(Charge.class);
        if (charge.cents() <= 0) {
            throw TaskFailure.forGood("BAD_AMOUNT", charge.cents() + " cents can't be charged");
        }
        boolean first = charged.putIfAbsent(task.idempotencyKey(), charge) == null;
        task.log("attempt " + task.attempt() + (first ? " charges " : " finds charged ") + charge);
        return Map.of("account", charge.account(), "cents", charge.cents(), "first", first);
    }
}
