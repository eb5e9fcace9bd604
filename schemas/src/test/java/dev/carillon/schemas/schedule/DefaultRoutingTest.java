package dev.carillon.schemas.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Routing;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DefaultRoutingTest {
    @ParameterizedTest
    @EnumSource(Routing.class)
    void everyStrategyComesBackFromItsSetting(Routing routing) {
        Setting read = Kind.SETTING.decode(Kind.SETTING.encode(DefaultRouting.of(routing)));
        assertThat(read.name()).isEqualTo(DefaultRouting.NAME);
        assertThat(DefaultRouting.in(read)).isEqualTo(routing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "\"hash\"", "{\"routing\":null}", "{\"routing\":\"fastest\"}", "[]"})
    void whatNamesNoStrategyIsRefused(String value) {
        Setting setting = new Setting(DefaultRouting.NAME, RawJson.parse(value), Map.of());
        assertThatThrownBy(() -> DefaultRouting.in(setting)).isInstanceOf(ContractException.class);
    }

    @Test
    void aNameThatIsNoStrategyIsAnsweredWithAllThatAre() {
        assertThat(Routing.named("STRATEGY", "least-tasks")).isEqualTo(Routing.LEAST_TASKS);
        assertThatThrownBy(() -> Routing.named("STRATEGY", "fastest"))
                .hasMessage("STRATEGY: \"fastest\" is no routing strategy; use one of hash, round-robin,"
                        + " weighted-round-robin, random, least-tasks, least-load, least-connections");
    }

    @Test
    void aScheduleWithoutRoutingStaysWithoutAndOneWithHashKeepsIt() {
        assertThat(schedule("").routing()).isNull();
        assertThat(schedule(",\"routing\":\"hash\"").routing()).isEqualTo(Routing.HASH);
        assertThat(Kind.SCHEDULE.decode(Kind.SCHEDULE.encode(schedule(""))).routing())
                .isNull();
    }

    private static Schedule schedule(String more) {
        String json = "{\"taskId\":\"report\",\"cron\":\"0 6 * * *\",\"type\":\"shell\"" + more + "}";
        return Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8));
    }
}
