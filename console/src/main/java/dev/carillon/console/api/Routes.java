package dev.carillon.console.api;

import dev.carillon.schemas.record.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All paths that are answered. A resource names, for each, what the query may hold; anything else is refused. */
public final class Routes {
    /** The largest record that any topic takes, and a little around it. */
    public static final int BODY = Limits.MESSAGE_BYTES;

    /** What a batch may bring at once. */
    public static final int BATCH_BODY = 16 * 1024 * 1024;

    private static final int NO_BODY = 0;

    private final List<Route> all = new ArrayList<>();

    static Routes of(List<Resource> resources) {
        Routes routes = new Routes();
        resources.forEach(resource -> resource.routes(routes));
        return routes;
    }

    /** Something to be looked at. */
    public Routes get(String path, Handler handler, String... parameters) {
        return add(new Route(Verb.GET, path, Set.of(parameters), NO_BODY, handler, null));
    }

    /** A file of the page, whose query is for the page's own script. */
    public Routes page(String path, Handler handler) {
        return add(new Route(Verb.GET, path, null, NO_BODY, handler, null));
    }

    /** Something to be listened to. */
    public Routes stream(String path, StreamHandler handler, String... parameters) {
        return add(new Route(Verb.GET, path, Set.of(parameters), NO_BODY, null, handler));
    }

    /** Something to be done, asked for with a body or without one. */
    public Routes on(Verb verb, String path, Handler handler, String... parameters) {
        return add(new Route(verb, path, Set.of(parameters), BODY, handler, null));
    }

    /** As {@link #on}, for many at once. */
    public Routes batch(Verb verb, String path, Handler handler, String... parameters) {
        return add(new Route(verb, path, Set.of(parameters), BATCH_BODY, handler, null));
    }

    private Routes add(Route route) {
        all.add(route);
        return this;
    }

    List<Route> all() {
        return List.copyOf(all);
    }

    /** The methods that a path answers to; none if nothing answers there. */
    Set<String> methods(String path) {
        Set<String> methods = new TreeSet<>();
        for (Route route : all) {
            if (route.matches(path)) {
                methods.add(route.verb().name());
                if (route.verb() == Verb.GET) {
                    methods.add("HEAD");
                }
            }
        }
        return methods;
    }
}
