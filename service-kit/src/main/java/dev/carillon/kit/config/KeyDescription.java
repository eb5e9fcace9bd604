package dev.carillon.kit.config;

/**
 * The description of one setting, for {@code config show} and the documentation.
 *
 * @param type the type as readers see it: {@code duration}, {@code one of auto, text, json}
 * @param byDefault the default as text; empty when there is none
 * @param range the limits as text; empty when there are none
 * @param value the effective value as text; {@code ******} for a secret that is set
 * @param origin where the value comes from
 */
public record KeyDescription(
        String name,
        String environmentName,
        String type,
        String byDefault,
        String range,
        String reason,
        String value,
        String origin) {}
