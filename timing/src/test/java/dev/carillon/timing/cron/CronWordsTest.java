package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 6 * * MON-FRI        | At 06:00 on Monday to Friday
        0 6 * * *              | At 06:00 every day
        @daily                 | At 00:00 every day
        @hourly                | Every hour
        @weekly                | At 00:00 on Sunday
        @monthly               | At 00:00 on day 1 of the month
        @yearly                | At 00:00 on day 1 of the month in January
        * * * * *              | Every minute
        */5 * * * *            | Every 5 minutes
        */7 * * * *            | Every 7 minutes of the hour, from 0 on
        3/20 * * * *           | At minutes 3, 23 and 43 of every hour
        */15 8-17 * * MON-FRI  | Every 15 minutes from 08:00 to 17:59 on Monday to Friday
        */15 8,12 * * *        | Every 15 minutes in hours 8 and 12
        0 */2 * * *            | Every 2 hours
        0 0 9-17 * * *         | Every hour from 09:00 to 17:00
        0 6-20/2 * * *         | At the full hours 6, 8, 10, 12, 14, 16, 18 and 20
        0 8/2 * * *            | Every 2 hours of the day, from 8 on
        30 */2 * * *           | At 30 minutes past every 2 hours
        5 * * * *              | At 5 minutes past every hour
        0,30 * * * *           | At minutes 0 and 30 of every hour
        0 8,18 * * SAT,SUN     | At 08:00 and 18:00 on Sunday and Saturday
        15 10 L * *            | At 10:15 on the last day of the month
        15 10 L-3 * *          | At 10:15 on the day 3 days before the last of the month
        15 10 LW * *           | At 10:15 on the last day of the month from Monday to Friday
        15 10 15W * *          | At 10:15 on the day from Monday to Friday nearest to day 15 of the month
        15 10 * * 5L           | At 10:15 on the last Friday of the month
        15 10 * * 5#3          | At 10:15 on the third Friday of the month
        0 0 1,15 * *           | At 00:00 on days 1 and 15 of the month
        0 0 13 * FRI           | At 00:00 on day 13 of the month and also on Friday
        0 12 * 1-3,7 *         | At 12:00 in January to March and July
        30 0 6 * * *           | At 06:00:30 every day
        * * * * * *            | Every second
        */10 * * * * *         | Every 10 seconds
        */5 */2 * * *          | Every 5 minutes in hours 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 22
        * * */8 * * *          | Every second of hours 0, 8 and 16
        */20 */15 9-17 * * *   | Every 20 seconds of minutes 0, 15, 30 and 45 from 09:00 to 17:59
        30/15 */2 * * * *      | Seconds 30 and 45 of minutes 0, 2, 4 and so on to 58
        0,30 * * * * *         | Seconds 0 and 30 of every minute
        0,30 * 8,12 * * *      | Seconds 0 and 30 of every minute of hours 8 and 12
        */20,5 * * * *         | Minutes 0, 5, 20 and 40 of every hour
        */20,5 8,12 * * *      | Minutes 0, 5, 20 and 40 in hours 8 and 12
        */7 */5 * * *          | Every 7 minutes of the hour, from 0 on, in hours 0, 5, 10, 15 and 20
        */10 30 6 * * *        | Every 10 seconds of minute 30 from 06:00 to 06:59
        """)
    void saysWhatTheExpressionMeans(String expression, String words) {
        assertThat(CronExpression.parse(expression, "task").words()).isEqualTo(words);
    }
}
