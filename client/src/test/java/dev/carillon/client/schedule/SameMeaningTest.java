package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.schedule.ScheduleTopics.schedule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SameMeaningTest {
    private static void compare(String one, String other, boolean same) {
        Schedule first = schedule("bell", one);
        Schedule second = schedule("bell", other);
        assertThat(SameMeaning.of(first, second)).as("%s and %s", one, other).isEqualTo(same);
        assertThat(SameMeaning.of(second, first)).as("%s and %s", other, one).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ",'payload':{'a':1,'b':2} | ,'payload': { 'b' : 2 , 'a' : 1 }",
                ",'payload':{'a':{'x':1,'y':[{}]}} | ,'payload':{'a':{'y':[{}],'x':1}}",
                ",'payload':100 | ,'payload':1e2",
                ",'payload':0.1 | ,'payload':0.100",
                ",'payload':0 | ,'payload':-0",
                ",'payload':12345678901234567890123 | ,'payload':12345678901234567890123.0",
                ",'payload':'é' | ,'payload':'\\u00e9'",
                ",'payload':'a/b' | ,'payload':'a\\/b'",
                ",'payload':null | ,'priority':'normal'",
                ",'timeout':'5m' | ,'timeout':'300s'",
                ",'retry':{'maxRetries':3} | ,'retry':{}",
                ",'enabled':true | ,'queue':'default'",
                ",'labels':{'a':'1','b':'2'} | ,'labels':{'b':'2','a':'1'}",
                ",'later':{'a':1.0,'b':[2]} | ,'later':{'b':[2.0],'a':1}",
                ",'missed':{'policy':'last'} | ,'overlap':'allow'"
            })
    void spellingsOfOneDefinitionAreEqual(String one, String other) {
        compare(one, other, true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ",'payload':[1,2] | ,'payload':[2,1]",
                ",'payload':[1] | ,'payload':[1,1]",
                ",'payload':1 | ,'payload':'1'",
                ",'payload':true | ,'payload':1",
                ",'payload':null | ,'payload':{}",
                ",'payload':{'a':null} | ,'payload':{}",
                ",'payload':'é' | ,'payload':'e\\u0301'",
                ",'payload':0.1 | ,'payload':0.10000000000000000001",
                ",'payload':12345678901234567890 | ,'payload':12345678901234567891",
                ",'enabled':false | ,'enabled':true",
                ",'enabled':false | ,'queue':'default'",
                ",'enabled':false,'pausedReason':'a' | ,'enabled':false,'pausedReason':'b'",
                ",'timeout':'5m' | ,'timeout':'5001ms'",
                ",'retry':{'retryOn':['A','B']} | ,'retry':{'retryOn':['B','A']}",
                ",'labels':{'a':'1'} | ,'labels':{'a':'1','b':''}",
                ",'later':1 | ,'latest':1",
                ",'version':1 | ,'version':2",
                ",'queue':'mail' | ,'queue':'default'"
            })
    void whatMayBehaveDifferentlyIsNotEqual(String one, String other) {
        compare(one, other, false);
    }

    @Test
    void timesOfCreationAndChangeAreNoPartOfTheMeaning() {
        Schedule stored = schedule("bell", ",'payload':{'a':1}")
                .withEnabledAsIn(null)
                .withTimes(NOW, NOW.plus(Duration.ofDays(1)));
        assertThat(SameMeaning.of(schedule("bell", ",'payload':{'a':1}"), stored))
                .isTrue();
        assertThat(SameMeaning.of(schedule("bell", ",'payload':{'a':2}"), stored))
                .isFalse();
    }

    @Test
    void anotherScheduleIsNotEqual() {
        assertThat(SameMeaning.of(schedule("bell", ""), schedule("horn", ""))).isFalse();
    }
}
