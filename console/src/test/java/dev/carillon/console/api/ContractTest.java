package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.SkipReason;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document and the routes agree. */
class ContractTest {
    private static final String SCHEDULE = "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"5m\"}";
    /** One good request for each operation. */
    private static final Map<String, String> REQUESTS = new TreeMap<>(Map.ofEntries(
            Map.entry("getOpenApi", ""),
            Map.entry("listSchedules", ""),
            Map.entry("getSchedule", ""),
            Map.entry("putSchedule", SCHEDULE),
            Map.entry("patchSchedule", "{\"owner\":\"anna\"}"),
            Map.entry("deleteSchedule", ""),
            Map.entry("pauseSchedule", "{\"reason\":\"because\"}"),
            Map.entry("resumeSchedule", ""),
            Map.entry("runSchedule", ""),
            Map.entry("getBackfill", ""),
            Map.entry("orderBackfill", "{\"from\":\"2026-11-17T00:00:00Z\"}"),
            Map.entry("cancelBackfill", ""),
            Map.entry("listFires", ""),
            Map.entry("previewSchedule", ""),
            Map.entry("previewDefinition", SCHEDULE),
            Map.entry("listDurations", ""),
            Map.entry("listDays", ""),
            Map.entry("listUpcoming", ""),
            Map.entry("previewFires", SCHEDULE),
            Map.entry("listCalendars", ""),
            Map.entry("getCalendar", ""),
            Map.entry("putCalendar", "{\"name\":\"work\",\"weekdays\":[\"mon-fri\"]}"),
            Map.entry("deleteCalendar", ""),
            Map.entry("getRouting", ""),
            Map.entry("setRouting", "{\"routing\":\"least-tasks\",\"reason\":\"because\"}"),
            Map.entry("resetRouting", ""),
            Map.entry("explainCron", ""),
            Map.entry("nextCron", ""),
            Map.entry("getHealth", ""),
            Map.entry("listNeeds", ""),
            Map.entry("getStats", ""),
            Map.entry("getCluster", ""),
            Map.entry("listWorkers", ""),
            Map.entry("listRetries", ""),
            Map.entry("listOverdue", ""),
            Map.entry("listExecutions", ""),
            Map.entry("listErrors", ""),
            Map.entry("getExecution", ""),
            Map.entry("getLog", ""),
            Map.entry("listRecords", ""),
            Map.entry("submitExecution", "{\"type\":\"http\",\"taskId\":\"once\"}"),
            Map.entry("putSchedules", "{\"items\":[{\"taskId\":\"many\",\"type\":\"http\",\"every\":\"1h\"}]}"),
            Map.entry("pauseSchedules", "{\"taskIds\":[\"report\",\"nowhere\"],\"reason\":\"because\"}"),
            Map.entry("resumeSchedules", "{\"labels\":{\"team\":\"ops\"}}"),
            Map.entry("submitBatch", "{\"items\":[{\"type\":\"http\"},{\"type\":\"http\",\"delay\":\"5m\"}]}"),
            Map.entry("cancelExecution", "{\"reason\":\"because\"}"),
            Map.entry("retryExecution", ""),
            Map.entry("listDeadLetters", ""),
            Map.entry("getDeadLetter", ""),
            Map.entry("replayDeadLetter", ""),
            Map.entry("dropDeadLetter", "{\"reason\":\"because\"}")));
    /** It never ends, so another test covers it. */
    private static final String STREAM = "getStream";

    @Test
    void everyRouteIsInTheDocumentWithTheSameParameters() {
        try (RunningConsole console = new RunningConsole()) {
            for (ApiRoute route : ApiRoutes.of(console.resources).all()) {
                OpenApi.Operation said = OpenApi.operations().stream()
                        .filter(one -> one.path().equals(route.path())
                                && one.verb().equals(route.verb().name()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(route + " is not in the document"));
                assertThat(route.parameters()).as(said.id()).isEqualTo(said.names("query"));
            }
        }
    }

    @Test
    void everyOperationIsAnsweredAsTheDocumentSays() {
        try (RunningConsole console = new RunningConsole()) {
            Set<String> answered = new TreeSet<>();
            for (ApiRoute route : ApiRoutes.of(console.resources).all()) {
                OpenApi.Operation operation = OpenApi.operations().stream()
                        .filter(one -> one.path().equals(route.path())
                                && one.verb().equals(route.verb().name()))
                        .findFirst()
                        .orElseThrow();
                if (operation.id().equals(STREAM)) {
                    continue;
                }
                console.applied("report");
                console.calendar("work", "'weekdays':['mon-fri']");
                String target = RunningConsole.target(route.path())
                        + (operation.names("query").contains("expression") ? "?expression=0+6+*+*+*" : "");
                RawAnswer answer = console.ask(route.verb().name(), target, REQUESTS.getOrDefault(operation.id(), "?"));

                assertThat(answer.status())
                        .as(operation.id() + " " + answer.body())
                        .isBetween(200, 299);
                answered.add(operation.id());
            }
            assertThat(answered).isEqualTo(REQUESTS.keySet());
            answered.add(STREAM);
            assertThat(OpenApi.operations()).extracting(OpenApi.Operation::id).hasSameElementsAs(answered);
        }
    }

    @Test
    void everyReasonForSkippingIsInTheDocument() {
        Set<String> said = new TreeSet<>();
        OpenApi.DOCUMENT.findValues("skipped").forEach(skipped -> skipped.at("/properties/reason/enum")
                .values()
                .forEach(reason -> said.add(reason.stringValue())));
        Set<String> there = new TreeSet<>();
        for (SkipReason reason : SkipReason.values()) {
            there.add(Fields.spelled(reason));
        }
        assertThat(said).isEqualTo(there);
    }

    @Test
    void everyOperationHasANameOfItsOwnAndSaysWhatItIsFor() {
        Set<String> names = new TreeSet<>();
        SoftAssertions softly = new SoftAssertions();
        for (OpenApi.Operation operation : OpenApi.operations()) {
            softly.assertThat(names.add(operation.id())).as(operation.id()).isTrue();
            softly.assertThat(operation.said().path("summary").asString(""))
                    .as(operation.id())
                    .endsWith(".");
            softly.assertThat(operation.said().get("responses").has("default"))
                    .as(operation.id())
                    .isTrue();
        }
        softly.assertAll();
    }

    @Test
    void everyReferenceLeadsSomewhereAndEverySchemaIsOne() {
        SoftAssertions softly = new SoftAssertions();
        references(OpenApi.DOCUMENT, softly);
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        var meta = registry.getSchema(
                com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        OpenApi.DOCUMENT.at("/components/schemas").properties().forEach(schema -> softly.assertThat(
                        meta.validate(schema.getValue().toString(), InputFormat.JSON))
                .as(schema.getKey())
                .isEmpty());
        softly.assertAll();
    }

    private static void references(JsonNode node, SoftAssertions softly) {
        JsonNode ref = node.get("$ref");
        if (ref != null && ref.stringValue().startsWith("#")) {
            softly.assertThat(OpenApi.resolved(node).isMissingNode())
                    .as(ref.stringValue())
                    .isFalse();
        }
        node.values().forEach(inner -> references(inner, softly));
    }
}
