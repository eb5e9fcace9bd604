import assert from "node:assert/strict";
import { test } from "node:test";
import {
  duration,
  fullTime,
  offsetText,
  parseDuration,
  relative,
  shortTime,
  zoneFor,
} from "../src/core/time.ts";

const AT = Date.parse("2026-11-18T14:03:05.120Z");

test("a duration is told in the unit in which people think of it", () => {
  const told: [number, string][] = [
    [0, "0 ms"],
    [999, "999 ms"],
    [1_000, "1.0 s"],
    [9_999, "9.9 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [125_000, "2 min 5 s"],
    [3_600_000, "1 h"],
    [86_400_000 + 3_600_000, "1 d 1 h"],
  ];
  for (const [ms, text] of told) assert.equal(duration(ms), text);
  assert.equal(duration(-5_000), "−5.0 s");
  assert.equal(duration(Number.NaN), "unknown");
});

test("what is to come is counted down, what lies behind gets vaguer", () => {
  assert.equal(relative(AT, AT + 400), "now");
  assert.equal(relative(AT + 5_400, AT), "in 5 s");
  assert.equal(relative(AT + 65_000, AT), "in 1 min 5 s");
  assert.equal(relative(AT - 65_000, AT), "1 min ago");
  assert.equal(relative(AT - 90_000_000, AT), "1 d ago");
});

test("the date is left out today, the year in this year", () => {
  assert.equal(shortTime(AT, AT, "UTC"), "14:03:05");
  assert.equal(shortTime(AT - 86_400_000, AT, "UTC"), "17 Nov 14:03:05");
  assert.equal(shortTime(Date.parse("2025-01-02T03:04:00Z"), AT, "UTC"), "2 Jan 2025 03:04");
});

test("what is today depends on the zone", () => {
  const midnight = Date.parse("2026-11-18T23:30:00Z");
  assert.equal(shortTime(midnight, AT, "Europe/Berlin"), "19 Nov 00:30");
});

test("an instant in full names its zone and offset", () => {
  assert.equal(fullTime(AT, "Europe/Berlin"), "Wed 18 Nov 2026 15:03:05.120 Europe/Berlin (UTC+01:00)");
  assert.equal(fullTime(AT - 120, "UTC"), "Wed 18 Nov 2026 14:03:05 UTC");
  assert.equal(offsetText(AT, "America/St_Johns"), "−03:30");
  assert.equal(offsetText(Date.parse("2026-07-01T00:00:00Z"), "Asia/Kathmandu"), "+05:45");
});

test("times are in the zone that was chosen, and in UTC where a schedule names none or nonsense", () => {
  assert.equal(zoneFor("schedule", "Europe/Berlin"), "Europe/Berlin");
  assert.equal(zoneFor("schedule", null), "UTC");
  assert.equal(zoneFor("schedule", "Mars/Olympus"), "UTC");
  assert.equal(zoneFor("utc", "Europe/Berlin"), "UTC");
  assert.equal(zoneFor("mine", "Europe/Berlin"), "America/New_York");
});

test("durations are read as the contract spells them, and nothing else is", () => {
  assert.equal(parseDuration("1m30s"), 90_000);
  assert.equal(parseDuration("250ms"), 250);
  assert.equal(parseDuration("7d"), 604_800_000);
  for (const wrong of ["", "5", "5 m", "m5", "1h-2m"]) assert.equal(parseDuration(wrong), null);
});
