package dev.carillon.console.page;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.error.ContractException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of the page. Every path of the page gets the same document, whose script reads the path. Files in
 * {@code assets} have a hash in their names, so a browser may cache them for ever.
 */
public final class PageResource implements ApiResource {
    /** Where the build puts the page, on the class path. */
    static final String FOLDER = "/dev/carillon/console/page/";

    private static final String DOCUMENT = "index.html";
    private static final String HTML = "text/html; charset=utf-8";
    private static final List<String> PATHS =
            List.of("/", "/schedules", "/schedule", "/runs", "/run", "/letters", "/workers", "/cron");
    private static final List<String> UNHASHED = List.of("favicon.svg", "theme.js");
    private static final Pattern ASSET = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}");
    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "woff2", "font/woff2",
            "map", "application/json");
    private static final String LEFT_OUT = """
        Carillon's console is running, but this build has no web page.

        The page is left out when Node is missing at build time. Install Node 20.19 or newer with npm, then
        build again:

            mvn -pl standalone -am package -DskipTests

        Everything the page shows is also in REST, described at /v1/openapi.yaml, and in the command line:

            carillon --help
        """;

    private final Function<String, byte @Nullable []> files;

    public PageResource() {
        this(PageResource::onClassPath);
    }

    /**
     * Serves files from elsewhere.
     *
     * @param files the bytes of a file by its path inside the page's folder; null if there is none
     */
    PageResource(Function<String, byte @Nullable []> files) {
        this.files = files;
    }

    @Override
    public void routes(ApiRoutes routes) {
        PATHS.forEach(path -> routes.page(path, this::document));
        UNHASHED.forEach(name -> routes.page("/" + name, request -> file(name, "no-cache")));
        routes.page("/assets/{name}", this::asset);
    }

    private ApiResponse document(ApiRequest request) {
        byte[] document = files.apply(DOCUMENT);
        if (document == null) {
            return ApiResponse.of("text/plain; charset=utf-8", LEFT_OUT.getBytes(StandardCharsets.UTF_8));
        }
        return ApiResponse.of(HTML, document).header("Cache-Control", "no-cache");
    }

    private ApiResponse asset(ApiRequest request) {
        String name = request.path("name");
        if (!ASSET.matcher(name).matches()) {
            throw unknown(name);
        }
        return file("assets/" + name, "public, max-age=31536000, immutable");
    }

    private ApiResponse file(String path, String cacheControl) {
        byte[] bytes = files.apply(path);
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (bytes == null || type == null) {
            throw unknown(path);
        }
        return ApiResponse.of(type, bytes).header("Cache-Control", cacheControl);
    }

    private static ConsoleException unknown(String path) {
        return new ConsoleException(
                ConsoleProblem.UNKNOWN_PATH,
                "the page has no file " + ContractException.shown(path),
                "path",
                path,
                null);
    }

    private static byte @Nullable [] onClassPath(String path) {
        try (InputStream in = PageResource.class.getResourceAsStream(FOLDER + path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
