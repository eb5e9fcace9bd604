package dev.carillon.console.api;

import dev.carillon.schemas.work.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All routes of the console. A query parameter that a route does not name is refused. */
public final class ApiRoutes {
    /** Most bytes of a body: the largest record that any topic takes, and a little around it. */
    public static final int BODY = Limits.MESSAGE_BYTES;

    /** Most bytes of a batch. */
    public static final int BATCH_BODY = 16 * 1024 * 1024;

    private static final int NO_BODY = 0;

    private final List<ApiRoute> all = new ArrayList<>();

    static ApiRoutes of(List<ApiResource> resources) {
        ApiRoutes routes = new ApiRoutes();
        resources.forEach(resource -> resource.routes(routes));
        return routes;
    }

    /** Adds a read. */
    public ApiRoutes get(String path, RequestHandler handler, String... parameters) {
        return add(new ApiRoute(HttpVerb.GET, path, Set.of(parameters), NO_BODY, handler, null));
    }

    /** Adds a file of the page; its query is for the page's script and is not checked. */
    public ApiRoutes page(String path, RequestHandler handler) {
        return add(new ApiRoute(HttpVerb.GET, path, null, NO_BODY, handler, null));
    }

    /** Adds a stream of events. */
    public ApiRoutes stream(String path, StreamHandler handler, String... parameters) {
        return add(new ApiRoute(HttpVerb.GET, path, Set.of(parameters), NO_BODY, null, handler));
    }

    /** Adds an operation with an optional body. */
    public ApiRoutes on(HttpVerb verb, String path, RequestHandler handler, String... parameters) {
        return add(new ApiRoute(verb, path, Set.of(parameters), BODY, handler, null));
    }

    /** As {@link #on}, for a body of many items. */
    public ApiRoutes batch(HttpVerb verb, String path, RequestHandler handler, String... parameters) {
        return add(new ApiRoute(verb, path, Set.of(parameters), BATCH_BODY, handler, null));
    }

    private ApiRoutes add(ApiRoute route) {
        all.add(route);
        return this;
    }

    List<ApiRoute> all() {
        return List.copyOf(all);
    }

    /** The methods of a path; none for an unknown path. */
    Set<String> methods(String path) {
        Set<String> methods = new TreeSet<>();
        for (ApiRoute route : all) {
            if (route.matches(path)) {
                methods.add(route.verb().name());
                if (route.verb() == HttpVerb.GET) {
                    methods.add("HEAD");
                }
            }
        }
        return methods;
    }
}
