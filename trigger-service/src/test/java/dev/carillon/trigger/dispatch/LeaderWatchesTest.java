package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderWatchesTest {
    private final List<String> notified = new ArrayList<>();
    private final LeaderWatches watches = new LeaderWatches(List.of(watcher("standing"), watcher("metrics")));

    /** By reflection, as a notification that is added later and not passed on would compile. */
    @Test
    void eachNotificationReachesAllWatchersInOrder() throws ReflectiveOperationException {
        for (Method each : LeaderWatch.class.getMethods()) {
            notified.clear();

            assertThat(each.invoke(watches, new Object[each.getParameterCount()]))
                    .isNull();

            assertThat(notified).containsExactly("standing " + each.getName(), "metrics " + each.getName());
        }
    }

    private LeaderWatch watcher(String name) {
        return (LeaderWatch) Proxy.newProxyInstance(
                LeaderWatch.class.getClassLoader(), new Class<?>[] {LeaderWatch.class}, (proxy, method, arguments) -> {
                    notified.add(name + " " + method.getName());
                    return null;
                });
    }
}
