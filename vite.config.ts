import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { floor } from "./app/shell/browser-floor";
import remixConfig from "./remix.config.js";

const target = Object.entries(floor).map(([browser, version]) => `${browser}${version}`);

/** Pages are not hydrated, so a changed page is shown by loading it again; only islands update in place. */
const reloadPages: Plugin = {
  name: "reload-pages",
  apply: "serve",
  handleHotUpdate({ file, server }) {
    const inApp = file.includes("/app/") && !file.includes("/build/");
    if (!inApp || /\.island\.tsx$/.test(file)) return;
    server.ws.send({ type: "full-reload" });
    return [];
  },
};

export default defineConfig({
  plugins: [reloadPages, remix(remixConfig)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  // The first two cannot be loaded by Node as they are. Of the others, hundreds of files each, a start would read all to use a few.
  ssr: {
    noExternal: [
      "mantine-react-table",
      "echarts-for-react",
      /^@mantine\//,
      /^@floating-ui\//,
      "echarts",
      "zrender",
      "markdown-it",
    ],
  },
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/**/*.island.{ts,tsx}"],
    include: [
      "react",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "@remix-run/react",
      "@mantine/core",
      "@conform-to/react",
      "@conform-to/zod/v4",
      "zod",
    ],
  },
  build: { target, cssTarget: target, cssMinify: "lightningcss", assetsInlineLimit: 0 },
});
