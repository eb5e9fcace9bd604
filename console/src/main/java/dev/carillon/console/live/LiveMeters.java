package dev.carillon.console.live;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** All that the stream counts. */
public final class LiveMeters {
    static final MeterSpec CLIENTS = MeterSpec.gauge(
            "carillon.console.stream.clients", "clients", "clients that follow the stream of changes now");
    static final MeterSpec CUT_OFF = MeterSpec.counter(
            "carillon.console.stream.cutoffs", "clients", "clients that were cut off because they did not read");

    public static final List<MeterSpec> ALL = List.of(CLIENTS, CUT_OFF);

    private LiveMeters() {}
}
