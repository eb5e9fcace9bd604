import assert from "node:assert/strict";
import { test } from "node:test";
import { healthLine } from "../src/core/health.ts";

test("all is well only if the status is recent and shows nothing", () => {
  assert.equal(healthLine({ checking: false, items: [] }, null).words, "All is well.");
  assert.deepEqual(healthLine({ checking: true, items: [] }, null), { tone: "idle", words: "Checking…" });
  assert.deepEqual(healthLine(null, null), { tone: "idle", words: "Loading…" });
});

test("known problems are shown while the rest is checked", () => {
  assert.deepEqual(healthLine({ checking: true, items: [1, 2] }, null), {
    tone: "warn",
    words: "2 things need you.",
  });
  assert.deepEqual(healthLine({ checking: false, items: [] }, "Kafka is gone"), {
    tone: "bad",
    words: "Kafka is gone",
  });
});
