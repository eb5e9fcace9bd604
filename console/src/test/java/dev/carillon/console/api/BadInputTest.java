package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Each bad request is answered with a problem that names what is wrong, and changes nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
    private static final String REPORT = "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"5m\"}";
    private static final JsonNode SCHEDULE = OpenApi.schema("schedule.schema.json");
    private static final JsonNode TYPES = OpenApi.schema("types.schema.json");

    private RunningConsole console;

    @BeforeAll
    void open() {
        console = new RunningConsole();
        console.applied("report");
    }

    @AfterAll
    void close() {
        assertThat(console.get("/v1/schedules/report").status())
                .as("it still answers")
                .isEqualTo(200);
        assertThat(console.log.all(RunningConsole.NAMES.schedules()))
                .as("nothing was written")
                .hasSize(1);
        console.close();
    }

    private RawAnswer put(String body) {
        return console.ask("PUT", "/v1/schedules/report", body);
    }

    private static String head(String more) {
        return "PUT /v1/schedules/report HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + more
                + "\r\n\r\n";
    }

    @Test
    void aHundredMegabytesAreRefusedBeforeTheyCome() {
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(head("Content-Length: 104857600"));

            RawAnswer answer = http.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text("code")).isEqualTo("BODY_TOO_LARGE");
            assertThat(answer.text("field")).isEqualTo("body");
            assertThat(answer.text("value")).isEqualTo("104857600 bytes");
            assertThat(answer.text("limit")).isEqualTo("at most " + ApiRoutes.BODY + " bytes");
            assertThat(answer.headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void aBodyOfUnknownLengthIsReadNoFurtherThanItsLimit() {
        byte[] piece = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(head("Transfer-Encoding: chunked"));
            for (int sent = 0; sent <= ApiRoutes.BODY; sent += 0x10000) {
                http.send(piece);
            }

            assertThat(http.answer().text("code")).isEqualTo("BODY_TOO_LARGE");
        }
    }

    @Test
    void aBodyThatComesByteByByteIsGivenUp() {
        RunningConsole slow = new RunningConsole();
        try (slow;
                JavalinServer server = JavalinServer.open(
                        ListenSettings.at("loopback", 0, 4), slow.resources, slow.clock.advance(RequestBody.WITHIN));
                RawHttp http = new RawHttp(server.port())) {
            http.send(head("Content-Length: 1000000") + "{");
            RawAnswer answer = null;
            while (answer == null) {
                slow.clock.advance(RequestBody.WITHIN);
                http.send(" ");
                answer = http.answerIfThere();
            }
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.text("code")).isEqualTo("BODY_TOO_SLOW");
            assertThat(answer.text("limit")).isEqualTo("10 s for all of it");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/schedules/..%2freport",
                "/v1/schedules/%2e%2e/report",
                "/v1/schedules/../schedules/report",
                "/v1/./schedules",
                "/v1//schedules",
                "//v1/schedules",
                "/v1/schedules/report%00",
                "/v1/schedules/%0d%0aX-Evil:1",
                "/v1/schedules/report;jsessionid=1",
                "/v1/schedules/a\\b",
                "/v1/schedules/%5c..%5creport",
                "/v1/schedules/%ff%fe",
                "/v1/schedules/%zz",
                "/v1/schedules/%",
                "/v1/schedules/%c0%ae%c0%ae",
                "/v1/schedules/%u0041",
                "/v1/schedules/<script>",
                "/../../etc/passwd",
                "/v1/schedules/report/",
                "/V1/schedules"
            })
    void aTrickyPathLeadsNowhere(String path) {
        RawAnswer answer = RawHttp.get(console.port(), path);

        assertThat(answer.status()).as(answer.body()).isIn(400, 404, 422);
        OpenApi.checkAnswer("GET", path, answer);
    }

    @Test
    void linesThatAreNoHttpAreRefused() {
        for (String head : List.of(
                "NONSENSE", "GET /v1/schedules", "GET  HTTP/9.9\r\nHost: localhost", "\u0000\u0001\u0002 x y")) {
            assertThat(RawHttp.ask(console.port(), head, "").status()).as(head).isBetween(400, 505);
        }
        assertThat(RawHttp.ask(console.port(), "GET /v1/schedules HTTP/1.1\r\nX: " + "x".repeat(20_000), "")
                        .text("code"))
                .isEqualTo("HEADERS_TOO_LARGE");
        assertThat(RawHttp.get(console.port(), "/v1/schedules?search=" + "x".repeat(20_000))
                        .text("code"))
                .isEqualTo("HEADERS_TOO_LARGE");
    }

    @Test
    void jsonThatIsNoneIsRefusedWithItsPlace() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("{\"payload\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}", "TOO_DEEP");
        codes.put("{\"taskId\":\"a\",\"taskId\":\"b\"}", "DUPLICATE_FIELD");
        codes.put("{\"timeout\":NaN}", "BAD_JSON");
        codes.put("{\"timeout\":01}", "BAD_JSON");
        codes.put("{\"a\":1} {}", "BAD_JSON");
        codes.put("{", "BAD_JSON");
        codes.put("[]", "NOT_AN_OBJECT");
        codes.put("null", "NOT_AN_OBJECT");
        codes.forEach((body, code) -> {
            RawAnswer answer = put(body);

            assertThat(answer.status()).as(code).isEqualTo(400);
            assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        });
        assertThat(put("{\"timeout\":NaN}").text("detail")).contains("line 1, column");
        assertThat(put("").status()).isEqualTo(400);
    }

    @Test
    void aBodyOfAnotherTypeIsNotRead() {
        for (String type :
                List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")) {
            RawAnswer answer = RawHttp.ask(
                    console.port(),
                    "PUT /v1/schedules/report HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
                            + "\r\nContent-Length: " + REPORT.length(),
                    REPORT);

            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.text("code")).isEqualTo("WRONG_MEDIA_TYPE");
        }
    }

    /**
     * A request whose body is walked field by field.
     *
     * @param body with {@code #} in place of the object with the fields
     * @param field how a refusal names that object
     * @param base its other fields
     */
    private record Walked(String verb, String target, String body, String field, String base) {}

    @Test
    void everyFieldOfAScheduleIsRefusedWithAValueOfAnotherType() {
        SoftAssertions softly = new SoftAssertions();
        for (Walked walked : List.of(
                new Walked("PUT", "/v1/schedules/report", "#", "", REPORT),
                new Walked("PATCH", "/v1/schedules/report", "#", "", "{}"),
                new Walked("POST", "/v1/fires", "#", "", REPORT))) {
            everyField(walked, "", SCHEDULE.get("properties"), softly);
        }
        softly.assertAll();
    }

    @Test
    void everyFieldOfASubmissionIsRefusedWithAValueOfAnotherType() {
        SoftAssertions softly = new SoftAssertions();
        String base = "{\"type\":\"http\"}";
        JsonNode fields = OpenApi.DOCUMENT.at("/components/schemas/Submission/properties");
        everyField(new Walked("POST", "/v1/executions", "#", "", base), "", fields, softly);
        everyField(
                new Walked("POST", "/v1/executions/batch", "{\"items\":[" + base + ",#]}", "items[1].", base),
                "",
                fields,
                softly);
        softly.assertAll();
    }

    private void everyField(Walked walked, String path, JsonNode properties, SoftAssertions softly) {
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            String field = path + property.getKey();
            JsonNode schema = followed(property.getValue());
            for (JsonNode wrong : WrongValues.ofOtherTypes(schema)) {
                String body = walked.body().replace("#", with(walked.base(), field, wrong));
                RawAnswer answer = console.ask(walked.verb(), walked.target(), body);

                String asked = walked.verb() + " " + field + " = " + wrong + ": " + answer.body();
                softly.assertThat(answer.status()).as(asked).isIn(400, 422);
                softly.assertThat(answer.text("field")).as(asked).startsWith(walked.field() + field);
                softly.assertThat(answer.text("code")).as(asked).isEqualTo("WRONG_TYPE");
                softly.assertThat(answer.text("value")).as(asked).isNotEmpty();
                softly.assertThat(answer.text("limit")).as(asked).isNotEmpty();
                softly.assertThat(answer.text("fix")).as(asked).isNotEmpty();
            }
            if (schema.has("properties")) {
                everyField(walked, field + ".", schema.get("properties"), softly);
            }
        }
    }

    private static JsonNode followed(JsonNode schema) {
        JsonNode inner = schema.has("allOf") ? schema.at("/allOf/0") : schema;
        JsonNode ref = inner.get("$ref");
        return ref == null ? inner : TYPES.at(ref.stringValue().split("#", 2)[1]);
    }

    private static String with(String base, String field, JsonNode value) {
        ObjectNode body = (ObjectNode) Json.read(base.getBytes(StandardCharsets.UTF_8));
        String[] steps = field.split("\\.", 2);
        if (steps.length == 1) {
            body.set(field, value);
        } else {
            body.putObject(steps[0]).set(steps[1], value);
            if (steps[0].equals("shards") && !steps[1].equals("count")) {
                ((ObjectNode) body.get("shards")).put("count", 2);
            }
        }
        return body.toString();
    }

    @Test
    void everyParameterIsRefusedWithAValueBeyondItsLimits() {
        SoftAssertions softly = new SoftAssertions();
        for (ApiRoute route : ApiRoutes.of(console.resources).all()) {
            OpenApi.Operation operation = OpenApi.operations().stream()
                    .filter(one -> one.path().equals(route.path())
                            && one.verb().equals(route.verb().name()))
                    .findFirst()
                    .orElseThrow();
            String path = RunningConsole.target(route.path()) + "?";
            for (JsonNode parameter : operation.parameters("query")) {
                String name = parameter.get("name").stringValue();
                String base = operation.names("query").contains("expression") && !name.equals("expression")
                        ? path + "expression=0+6+*+*+*&"
                        : path;
                for (String wrong : WrongValues.inQuery(OpenApi.resolved(parameter.get("schema")))) {
                    RawAnswer answer = console.ask(
                            route.verb().name(), base + name + "=" + wrong, route.verb() == HttpVerb.GET ? "" : "{}");

                    String asked = operation.id() + " " + name + "=" + wrong + ": " + answer.body();
                    softly.assertThat(answer.status()).as(asked).isIn(400, 422);
                    if (route.verb() == HttpVerb.GET) {
                        softly.assertThat(answer.text("field")).as(asked).isEqualTo(name);
                        softly.assertThat(answer.text("fix")).as(asked).isNotEmpty();
                    }
                }
                RawAnswer twice = console.ask(
                        route.verb().name(),
                        base + name + "=1&" + name + "=1",
                        route.verb() == HttpVerb.GET ? "" : "{}");
                softly.assertThat(twice.status())
                        .as(operation.id() + " " + name)
                        .isIn(400, 422);
            }
        }
        softly.assertAll();
    }

    @Test
    void aNameThatCanBeNoneIsRefusedInThePath() {
        for (ApiRoute route : ApiRoutes.of(console.resources).all()) {
            if (route.path().contains("{taskId}")) {
                RawAnswer answer = console.ask(
                        route.verb().name(),
                        route.path().replace("{taskId}", "a%20b"),
                        route.verb() == HttpVerb.PUT || route.verb() == HttpVerb.PATCH ? REPORT : "");

                assertThat(answer.status()).as(route + answer.body()).isEqualTo(422);
                assertThat(answer.text("code")).isEqualTo("BAD_TASK_ID");
                assertThat(answer.text("field")).isEqualTo("taskId");
            }
        }
    }

    @Test
    void aReasonIsATextAndStandsAlone() {
        assertThat(console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":7}")
                        .text("code"))
                .isEqualTo("WRONG_TYPE");
        assertThat(console.ask("POST", "/v1/schedules/report/run", "{\"why\":\"so\"}")
                        .text("field"))
                .isEqualTo("why");
        assertThat(console.ask("POST", "/v1/schedules/report/resume", "{\"reason\":\"so\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_FIELD");
        assertThat(console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"" + "x".repeat(2_001) + "\"}")
                        .text("limit"))
                .isEqualTo("at most 2000 characters");
    }
}
