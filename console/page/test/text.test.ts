import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, payloadField, withField, withPayloadField, withWhen } from "../src/core/definition.ts";
import { address, changed, parseRoute, runAt } from "../src/core/route.ts";
import { commandLine } from "../src/core/shell.ts";
import { bytes, count, join } from "../src/core/words.ts";

test("another way of saying when takes the place of the one before", () => {
  const every = withWhen(blank("Europe/Berlin"), "every", "15m");
  assert.deepEqual(Object.keys(every), ["taskId", "every", "type", "payload"]);
  assert.deepEqual(Object.keys(withWhen(every, "cron", "* * * * *")), ["taskId", "cron", "type", "payload"]);
});

test("an emptied field leaves the definition, a new one finds its place", () => {
  const named = withField(blank("UTC"), "name", "Report");
  assert.deepEqual(Object.keys(named), ["taskId", "name", "cron", "zone", "type", "payload"]);
  assert.equal("name" in withField(named, "name", ""), false);
});

test("the form shows a payload's text only where it is one", () => {
  assert.deepEqual(payloadField({ type: "shell", payload: { script: "a", env: {} } }), {
    name: "script",
    value: "a",
  });
  assert.equal(payloadField({ type: "shell", payload: { script: ["a"] } }), null);
  assert.equal(payloadField({ type: "mail", payload: {} }), null);
  assert.deepEqual(withPayloadField({ type: "http", payload: { method: "POST" } }, "url", "http://x"), {
    type: "http",
    payload: { method: "POST", url: "http://x" },
  });
});

test("addresses keep whatever a key or a filter holds", () => {
  const key = "report:2026-11-18T06:00:00Z~default.normal-3-17/2";
  assert.equal(parseRoute(runAt(key)).query.get("key"), key);
  assert.equal(address("/runs", { state: "FAILED", queue: null, search: "" }), "/runs?state=FAILED");
  assert.equal(changed(parseRoute("/runs?a=1&b=2"), { a: null, c: "&=?" }), "/runs?b=2&c=%26%3D%3F");
  assert.equal(parseRoute("/runs/").path, "/runs");
});

test("a command line can be pasted, whatever stands in it", () => {
  assert.equal(commandLine("why", "a:2026-11-18T06:00:00Z"), "carillon why a:2026-11-18T06:00:00Z");
  assert.equal(commandLine("once", "echo $(rm -rf ~); it's"), "carillon once 'echo $(rm -rf ~); it'\\''s'");
  assert.equal(commandLine("once", ""), "carillon once ''");
});

test("numbers have words", () => {
  assert.equal(count(1, "run"), "1 run");
  assert.equal(count(12_345, "run"), "12,345 runs");
  assert.equal(join(["a", "b", "c"]), "a, b and c");
  assert.equal(bytes(1_536), "1.5 KB");
});
