import { existsSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { packagesOutside } from "../../app/commands/bundles.js";
import remixConfig from "../../remix.config.js";

/** Their styles, and those that cannot be loaded by Node as they are. */
const isInside = (name) => name.endsWith(".css") || /^(mantine-react-table|echarts-for-react)/.test(name);

/** The pages under `root` as one file for the server, without client assets, in half a second. */
export async function bundlePages(root, outfile) {
  const routes = [{ id: "root", parentId: undefined, path: "", file: "root.tsx" }, ...routesOfConfig()];
  const missing = routes.find(({ file }) => !existsSync(path.join(root, "app", file)));
  if (missing) throw new Error(`app/routes.js mounts app/${missing.file}, which is not there`);
  await build({
    stdin: { contents: serverBuild(routes), resolveDir: root, loader: "js" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    alias: { "~": path.join(root, "app") },
    loader: { ".module.css": "local-css", ".svg": "file", ".woff2": "file" },
    plugins: [packagesOutside(isInside)],
    define: { "process.env.NODE_ENV": "process.env.NODE_ENV" },
    logLevel: "warning",
  });
}

function routesOfConfig() {
  const routes = [];
  let parentId = "root";
  const mount = (at, file, { id }, mountBelow) => {
    routes.push({ id, parentId, path: at, file });
    if (!mountBelow) return;
    parentId = id;
    mountBelow();
    parentId = "root";
  };
  remixConfig.routes((declare) => declare(mount));
  const ids = routes.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice) throw new Error(`app/routes.js mounts ${twice} twice`);
  return routes;
}

/** What Remix's plugin makes as its server build, with a manifest of assets that do not exist. */
function serverBuild(routes) {
  const imports = routes.map(({ file }, place) => `import * as route${place} from "./app/${file}";`);
  const table = routes.map(
    ({ id, parentId, path: at }, place) =>
      `${JSON.stringify(id)}: { id: ${JSON.stringify(id)}, parentId: ${JSON.stringify(parentId)}, path: ${JSON.stringify(at)}, module: route${place} },`,
  );
  return `
    ${imports.join("\n")}
    import * as entryModule from "./app/entry.server.tsx";
    export const entry = { module: entryModule };
    export const routes = { ${table.join("\n")} };
    const asset = ({ id, parentId, path, module }) => ({ id, parentId, path, hasAction: "action" in module, hasLoader: "loader" in module, hasErrorBoundary: "ErrorBoundary" in module, module: "/assets/none.js", imports: [], css: [] });
    export const assets = { entry: { module: "/assets/entry.client-none.js", imports: [], css: [] }, routes: Object.fromEntries(Object.values(routes).map((route) => [route.id, asset(route)])), url: "/assets/manifest-none.js", version: "quick" };
    export const future = ${JSON.stringify(remixConfig.future)};
    export const assetsBuildDirectory = "build/client", basename = "/", isSpaMode = false, mode = "production", publicPath = "/";`;
}
