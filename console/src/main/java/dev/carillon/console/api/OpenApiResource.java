package dev.carillon.console.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The description of all this, as programs read it. */
public final class OpenApiResource implements Resource {
    /** Beside this class. */
    static final String FILE = "openapi.yaml";

    @Override
    public void routes(Routes routes) {
        byte[] document = document();
        routes.get("/v1/openapi.yaml", request -> Answer.of("application/yaml", document));
    }

    static byte[] document() {
        try (InputStream in = Objects.requireNonNull(OpenApiResource.class.getResourceAsStream(FILE), FILE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
