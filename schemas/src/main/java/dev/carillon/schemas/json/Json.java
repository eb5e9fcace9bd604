package dev.carillon.schemas.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** The JSON reader and writer: strict, bounded, and failing only with coded errors. */
public final class Json {
    /** Enough for real payloads, and too little for a recursion to overflow a thread's stack. */
    public static final int MAX_DEPTH = 100;

    /**
     * The depth of carried JSON, such as payloads: a task is part of a result, and a result part of an outcome, which
     * all must stay within {@link #MAX_DEPTH}.
     */
    public static final int MAX_CARRIED_DEPTH = 90;

    // Buffers per thread: with a shared pool, threads that read small records wait for each other most of the time.
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.threadLocalPool())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(100)
                            .maxStringLength(2_000_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Jackson would sort fields and write what toString of an enum returns; answers keep components and names. */
    private static final JsonMapper ANSWERS = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addSerializer(Duration.class, new MillisWriter()))
            .build();

    private Json() {}

    /** Writes a duration as milliseconds with a fraction; the names of such fields end with Ms. */
    private static final class MillisWriter extends StdSerializer<Duration> {
        private static final double NANOS_A_MILLI = 1_000_000.0;

        private MillisWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration value, JsonGenerator out, SerializationContext context) {
            out.writeNumber(value.toNanos() / NANOS_A_MILLI);
        }
    }

    /** Reads one JSON document of any shape. */
    public static JsonNode read(byte[] bytes) {
        JsonScanner.scan(bytes).release();
        try {
            return MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    static ContractException unreadable(JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (e instanceof StreamConstraintsException) {
            boolean deep = message.contains("nesting depth");
            return new ContractException(
                    deep ? ErrorCode.TOO_DEEP : ErrorCode.BAD_JSON,
                    "value",
                    deep ? "nests deeper than " + MAX_DEPTH + " levels" : message,
                    deep ? "flatten it, or send it as a string" : "send smaller numbers and strings");
        }
        String where = e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
        if (message.startsWith("Duplicate")) {
            return new ContractException(
                    ErrorCode.DUPLICATE_FIELD, "value", message.split("\n", 2)[0] + where, "name each field once");
        }
        return new ContractException(
                ErrorCode.BAD_JSON, "value", message.split("\n", 2)[0] + where, "send one JSON object in UTF-8");
    }

    /** Reads one JSON object whose fields are then taken one by one. */
    public static Fields readObject(byte[] bytes) {
        JsonIndex index = JsonScanner.scan(bytes);
        if (index.kind(0) != JsonIndex.OBJECT) {
            throw new ContractException(
                    ErrorCode.NOT_AN_OBJECT,
                    "value",
                    "is " + ContractException.shown(index.json(0)),
                    "send one JSON object, {...}");
        }
        return new Fields(index);
    }

    public static Fields fieldsOf(JsonNode node) {
        return readObject(write(node));
    }

    public static byte[] writeObject(Consumer<FieldWriter> fields) {
        JsonBytes bytes = JsonBytes.take();
        try {
            writeObject(bytes, fields);
            return bytes.copy();
        } finally {
            bytes.giveBack();
        }
    }

    /** Appends an object. */
    public static void writeObject(JsonBytes bytes, Consumer<FieldWriter> fields) {
        bytes.add((byte) '{');
        fields.accept(new FieldWriter(bytes));
        bytes.add((byte) '}');
    }

    public static byte[] write(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /**
     * The JSON of an answer: the record's components in their order, without those that are null.
     *
     * @param record an answer, or JSON that is one already
     */
    public static String answer(Object record) {
        return ANSWERS.writeValueAsString(record);
    }
}
