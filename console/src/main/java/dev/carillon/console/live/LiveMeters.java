package dev.carillon.console.live;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** The metrics of the stream. */
public final class LiveMeters {
    static final MeterSpec CLIENTS = MeterSpec.gauge(
            "carillon.console.stream.clients", "clients", "clients connected to the stream of changes now");
    static final MeterSpec CUT_OFF = MeterSpec.counter(
            "carillon.console.stream.cutoffs", "clients", "clients disconnected because they did not read");

    public static final List<MeterSpec> ALL = List.of(CLIENTS, CUT_OFF);

    private LiveMeters() {}
}
