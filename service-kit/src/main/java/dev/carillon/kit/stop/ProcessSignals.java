package dev.carillon.kit.stop;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the signals of the operating system into a {@link StopSignal}.
 *
 * <p>A shutdown hook could neither choose the exit code nor notice a second Ctrl-C, so the JVM's signal handling is
 * used, by reflection, because no supported API offers it.
 */
public final class ProcessSignals {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);
    private static final List<String> ENDING = List.of("TERM", "INT", "HUP");

    private final StopSignal stop;
    private final IntConsumer halt;

    ProcessSignals(StopSignal stop, IntConsumer halt) {
        this.stop = stop;
        this.halt = halt;
    }

    /** From now on the first signal requests a stop; a second interrupt ends the process at once. */
    public static void sendTo(StopSignal stop) {
        new ProcessSignals(stop, Runtime.getRuntime()::halt).listen();
    }

    /** Handles a signal; a separate method so that a test can call it. */
    void received(String signal) {
        boolean first = stop.request("SIG" + signal);
        if (!first && signal.equals("INT")) {
            halt.accept(ExitCode.INTERRUPTED);
        }
    }

    private void listen() {
        for (String signal : ENDING) {
            try {
                handle(signal);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // The JVM or the system has no such signal, or other code handles it: the default stays.
                LOG.debug("signal {} can't be handled", signal, e);
            }
        }
    }

    private void handle(String name) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                received(name);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> "stop on SIG" + name;
        };
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        Object listener =
                Proxy.newProxyInstance(ProcessSignals.class.getClassLoader(), new Class<?>[] {handlerType}, handler);
        signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, listener);
    }
}
