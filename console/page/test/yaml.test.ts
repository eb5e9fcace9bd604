import assert from "node:assert/strict";
import { test } from "node:test";
import { fromYaml, toYaml, type Value, YamlProblem } from "../src/core/yaml.ts";
import snippets from "./yaml-snippets.json?raw";

type Snippet = { name: string; yaml: string } & ({ json: Value } | { refused: true });

// The server's YamlSnippetsTest reads the same ones.
for (const snippet of JSON.parse(snippets) as Snippet[]) {
  test(`YAML as the server reads it: ${snippet.name}`, () => {
    if ("refused" in snippet) assert.throws(() => fromYaml(snippet.yaml), YamlProblem);
    else assert.deepEqual(fromYaml(snippet.yaml), snippet.json);
  });
}

test("a script is written as a literal block and read back byte for byte", () => {
  const script = `#!/bin/sh
# Counts what came in.

if true; then
\techo "one"  # and no more

fi
`;
  const yaml = toYaml({ taskId: "count", type: "shell", payload: { script, env: {} } });
  const expected = `taskId: count
type: shell
payload:
  script: |
    #!/bin/sh
    # Counts what came in.

    if true; then
    \techo "one"  # and no more

    fi
  env: {}
`;
  assert.equal(yaml, expected);
  const endings = [
    "",
    "\n",
    "\n\n\n",
    "\n  ",
    "\n  \n",
    "\n\t",
    "\r\n",
    "\u0000",
    "\u0085",
    "\u2028",
    "\ufeff",
  ];
  for (const start of ["", " ", "\n", "  \n", "\t", "---\n", "\r\n"]) {
    for (const end of endings) {
      const value = { payload: { script: `${start}${script.trimEnd()}${end}` }, list: [`${start}a${end}`] };
      assert.deepEqual(fromYaml(toYaml(value)), value);
    }
  }
});

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
        list: [null, true, "é😀", "yes", "1.5", "", ":a", "nan", "Infinity", ".inf", "0x1F", "~"],
        nested: [{ a: 1, b: [] }, { c: {} }],
      },
    },
    {
      labels: { "a: b": "x", on: "off", "": "null", "a\nb": "c" },
      name: "<script>alert('1')</script>",
      description: "- no: list",
    },
    { deep: [[1, 2], [{ x: [{ y: "z" }] }]], __proto__x: 1 },
    { at: "2026-11-18T06:00:00Z", every: "90s", n: -0.5, big: 1e21, small: 5e-324 },
  ];
  for (const value of values) assert.deepEqual(fromYaml(toYaml(value)), value);
});

test("short lists stay in one line, and no text is taken for another value", () => {
  const yaml = toYaml({
    retryOn: ["HTTP_503", "TIMEOUT"],
    labels: { a: "no", b: "nan", c: "5", d: "2026-11-18" },
  });
  const expected = `retryOn: [HTTP_503, TIMEOUT]
labels:
  a: "no"
  b: "nan"
  c: "5"
  d: "2026-11-18"
`;
  assert.equal(yaml, expected);
});

test("a problem names its line and the way out", () => {
  const refused: [string, RegExp][] = [
    ["a: 1\na: 2", /^line 2: a appears twice, first in line 1; keep one of the two$/],
    ["a: 1\n\nb: &x 1", /^line 3: anchors and aliases \(& and \*\) are not supported/],
    ["cron: */5 * * * *", /^line 1: .*needs quotes, as in  cron: "\* \* \* \* \*"$/],
    ["a: 1\nb: NaN", /^line 2: NaN is not a JSON number/],
    ["a: 1\nb: x\u0007", /^line 2: has the character U\+0007/],
    ["a: [b]: c", /^line 1: has a field name that is not text/],
    ["a: 1\n---\nb: 1", /has 2 documents/],
    ["[".repeat(101) + "]".repeat(101), /nests deeper than 100 levels/],
    ["[".repeat(20_000), /^line 1: /],
  ];
  for (const [text, message] of refused) assert.throws(() => fromYaml(text), { message });
});

test("a number that a browser would change is refused", () => {
  for (const text of ["12345678901234567890", "0.1000000000000000055", "1e400", "1e-400"]) {
    assert.throws(() => fromYaml(`a: ${text}`), /put it in quotes/, text);
  }
  for (const text of ["9007199254740991", "0.10", "1.0e-7", "-0.0", "100e-2", "1e21"]) {
    assert.deepEqual(fromYaml(`a: ${text}`), { a: Number(text) });
  }
});

test("line breaks of any system are read as one", () => {
  assert.deepEqual(fromYaml("a: |\r\n  x\r\n  y\r\nb: 1\r\n"), { a: "x\ny\n", b: 1 });
});
