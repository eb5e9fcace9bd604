// Bundles the tests, as Node 20 does not read TypeScript, and runs them with Node's own runner.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const page = fileURLToPath(new URL("..", import.meta.url));
const tests = readdirSync(`${page}/test`).filter((name) => name.endsWith(".test.ts"));
const outDir = `${page}/node_modules/.carillon-test`;

await build({
  root: page,
  configFile: false,
  logLevel: "error",
  publicDir: false,
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    rollupOptions: { input: tests.map((name) => `${page}/test/${name}`) },
  },
});
const built = readdirSync(outDir).filter((name) => name.endsWith(".test.js"));
const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", ...built.map((name) => `${outDir}/${name}`)],
  {
    stdio: "inherit",
    env: { ...process.env, TZ: "America/New_York" },
  },
);
process.exit(status ?? 1);
