package dev.carillon.console.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Serves the OpenAPI document of this API. */
public final class OpenApiResource implements ApiResource {
    /** On the class path beside this class. */
    static final String FILE = "openapi.yaml";

    @Override
    public void routes(ApiRoutes routes) {
        byte[] document = document();
        routes.get("/v1/openapi.yaml", request -> ApiResponse.of("application/yaml", document));
    }

    static byte[] document() {
        try (InputStream in = Objects.requireNonNull(OpenApiResource.class.getResourceAsStream(FILE), FILE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
