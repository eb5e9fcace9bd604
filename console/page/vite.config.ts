import { defineConfig, type Plugin } from "vite";

/** The system's preference is the same set of tokens: written once, used under both conditions. */
function darkByPreference(): Plugin {
  const chosen = /:root\[data-theme="?dark"?\]\s*(\{[^}]*\})/;
  return {
    name: "dark-by-preference",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("tokens.css")) return;
      const tokens = chosen.exec(code)?.[1];
      if (!tokens) throw new Error("tokens.css has no dark theme");
      return `${code}\n@media (prefers-color-scheme: dark) {\n:root:not([data-theme="light"]) ${tokens}\n}\n`;
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [darkByPreference(), ...(command === "serve" ? [mockServer()] : [])],
  build: {
    target: "es2022",
    // The policy of the page allows no inline script, style or font: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: process.env.PAGE_OUT ?? "dist",
    emptyOutDir: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: (process.env.CARILLON_CONSOLE ? { "/v1": process.env.CARILLON_CONSOLE } : {}) as Record<
      string,
      string
    >,
  },
}));

/** Without CARILLON_CONSOLE, `npm run dev` answers from made-up data. */
function mockServer(): Plugin {
  return {
    name: "mock-server",
    async configureServer(server) {
      if (process.env.CARILLON_CONSOLE) return;
      const { answer } = await server.ssrLoadModule("/mock/server.ts");
      server.middlewares.use(answer);
    },
  };
}
