import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, payloadField, withField, withPayloadField, withWhen } from "../src/core/definition.ts";
import { address, changed, parseRoute, runAt } from "../src/core/route.ts";
import { commandLine } from "../src/core/shell.ts";
import { bytes, count, join } from "../src/core/words.ts";
import { fromYaml, toYaml, type Value } from "../src/core/yaml.ts";

test("every definition survives the way to YAML and back", () => {
  const values: Value[] = [
    {
      taskId: "report",
      cron: "0 6,18 * * *",
      zone: "Europe/Berlin",
      retry: { maxRetries: 3, jitter: 0.25 },
      enabled: false,
    },
    {
      payload: {
        script: "a\n\tb # c",
        list: [null, true, "é😀", "yes", "1.5", ""],
        nested: [{ a: 1, b: [] }, { c: {} }],
      },
    },
    {
      labels: { "a: b": "x", on: "off", "": "null" },
      name: "<script>alert('1')</script>",
      description: "- no: list",
    },
    { deep: [[1, 2], [{ x: [{ y: "z" }] }]], __proto__x: 1 },
    { at: "2026-11-18T06:00:00Z", every: "90s", n: -0.5, big: 1e21 },
  ];
  for (const value of values) assert.deepEqual(fromYaml(toYaml(value)), value);
});

test("YAML is read as people write it", () => {
  const text = `
taskId: nightly   # every night
cron: "30 2 * * *"
payload: {script: "echo figures", n: 3}
giveUpOn: [HTTP_404, 'it''s']
steps:
- name: a
  run: b: c
- plain
note: |
  two
    lines
`;
  assert.deepEqual(fromYaml(text.replace("b: c", '"b: c"')), {
    taskId: "nightly",
    cron: "30 2 * * *",
    payload: { script: "echo figures", n: 3 },
    giveUpOn: ["HTTP_404", "it's"],
    steps: [{ name: "a", run: "b: c" }, "plain"],
    note: "two\n  lines\n",
  });
  assert.deepEqual(fromYaml('{"taskId": "a"}'), { taskId: "a" });
});

test("what is no YAML is refused with its line", () => {
  const refused: [string, RegExp][] = [
    ["a: 1\nb", /line 2: expected "name: value"/],
    ["a: 1\na: 2", /line 2: a is there twice/],
    ["a: 1\n   b: 2", /line 2: .*indented more/],
    ["a: &x 1", /line 1: the page does not read YAML's &/],
    ["a: {b", /line 1/],
    ["\ta: 1", /line 1: indent with spaces/],
    ["a: 'open", /line 1: a quote is open/],
    [`a:\n${Array.from({ length: 80 }, (_, n) => `${" ".repeat(n + 1)}a:`).join("\n")}`, /nested deeper/],
  ];
  for (const [text, message] of refused) assert.throws(() => fromYaml(text), message);
});

test("a name that JavaScript knows is an ordinary field", () => {
  const value = fromYaml("__proto__: 1\nconstructor: 2") as Record<string, unknown>;
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

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
