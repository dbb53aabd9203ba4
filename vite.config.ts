import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { inlined } from "./app/commands/bundles.js";
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

const inMaps = (name: string) => fileURLToPath(new URL(`app/kit/page/map/${name}.client.ts`, import.meta.url));
const liveMap = ["map-view", "scale-line", "base-layer", "line-layer", "station-layer", "areas-layer", "pin-layer"].map(
  inMaps,
);

/** What most live maps need in one file, and what every page has of it in another: as twenty files, a slow computer took longer to ask for them than to read them. */
function putLiveMapInOneFile(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const needed = new Set(liveMap);
  for (const one of needed) for (const other of getModuleInfo(one)?.importedIds ?? []) needed.add(other);
  if (!needed.has(id)) return;
  return /\/(node_modules|map|transit)\//.test(id) ? "live-map" : "islands-start";
}

/** The looks of the frame, of lists and of records in one sheet: as a dozen, each with its own head on the wire, they were twice as long. No island has any of them. */
const looksOfPages =
  /\/app\/(shell|kit\/page\/(screens|tables))\/[\w.-]+\.css$|\/app\/kit\/page\/forms\/finder\.module\.css$/;

const putInFiles: Rollup.GetManualChunk = (id, meta) =>
  looksOfPages.test(id.split("?")[0]!) ? "page-looks" : putLiveMapInOneFile(id, meta);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reloadPages, remix(remixConfig)],
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  // The first two cannot be loaded by Node as they are. Of the others, many files each, a start would read all to use a few.
  ssr: {
    noExternal: [
      "mantine-react-table",
      "echarts-for-react",
      /^@mantine\//,
      /^@floating-ui\//,
      "echarts",
      "zrender",
      "markdown-it",
      "entities",
      "linkify-it",
      "mdurl",
      "uc.micro",
      "file-type",
      "strtok3",
      /^@conform-to\//,
      ...inlined,
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
  worker: { format: "es" },
  // Only browsers are old: for them the server's own code would be slower.
  build: { target: isSsrBuild ? "node20" : target, cssTarget: target, cssMinify: "lightningcss", assetsInlineLimit: 0 },
  environments: { client: { build: { rollupOptions: { output: { manualChunks: putInFiles } } } } },
}));
