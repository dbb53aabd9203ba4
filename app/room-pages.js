import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const domains = path.resolve("app/domains");

/**
 * Mounts the pages of every room that `app/domains/<room>/room.ts` declares: the standard pages from the kit unless the room's
 * folder has a file of the same name, then pages of its own. Throws for a file that is not there.
 * @param {(path: string, file: string) => void} route
 * @param {{ name: string; url: string; key: string; pages?: string[]; recordPages?: string[]; without?: string[] }[]} rooms
 */
export function mountRooms(route, rooms) {
  for (const room of rooms) for (const [at, file] of pagesOf(room)) route(at, file);
}

/** The records of rooms, as the kit shows one, with their pages in other menus. */
export const objectsOf = (rooms) =>
  rooms.flatMap(({ url, key, tabs = {} }) =>
    [url, ...Object.values(tabs).flatMap(({ at = [] }) => at)].map((under) => ({
      path: `${under}/:${key}`,
      layout: "kit/room/routes/object.tsx",
    })),
  );

function pagesOf({ name, url, key, fields, pages = [], recordPages = [], without = [] }) {
  const record = `${url}/:${key}`;
  const own = (page) => ownFile(name, page) ?? missing(name, page);
  const standard = (page) => ownFile(name, page) ?? `kit/room/routes/${page}.${page === "export" ? "ts" : "tsx"}`;
  const offered = (page) => !without.includes(page);
  return [
    [url, standard("list")],
    [`${url}/new`, standard("edit")],
    ...["export", "bulk", "recycle"].filter(offered).map((page) => [`${url}/${page}`, standard(page)]),
    ...(offered("bulk") ? [[`${url}/batch/:batchId`, standard("batch")]] : []),
    ...pages.map((page) => [`${url}/${page}`, own(page)]),
    [record, standard("detail")],
    [`${record}/edit`, standard("edit")],
    ...["delete", "history"].filter(offered).map((page) => [`${record}/${page}`, standard(page)]),
    ...(Object.values(fields ?? {}).some(({ file }) => file)
      ? [[`${record}/file/:field`, "kit/room/routes/file.ts"]]
      : []),
    ...recordPages.map((page) => [`${record}/${page}`, own(page)]),
  ];
}

function ownFile(name, page) {
  return ["tsx", "ts"]
    .map((kind) => `domains/${name}/routes/${page}.${kind}`)
    .find((file) => existsSync(path.join("app", file)));
}

function missing(name, page) {
  throw new Error(`room ${name} needs app/domains/${name}/routes/${page}.tsx, which is not there`);
}

/** What the rooms declare, read by running their `room.ts` files, which know no server. */
export async function declaredRooms() {
  const folders = readdirSync(domains).filter((name) => existsSync(path.join(domains, name, "room.ts")));
  const { outputFiles } = await build({
    stdin: {
      contents: folders.map((name, nth) => `export * as room${nth} from "./app/domains/${name}/room.ts";`).join("\n"),
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    packages: "external",
    alias: { "~": path.resolve("app") },
    loader: { ".css": "empty", ".svg": "empty" },
    logLevel: "error",
  });
  // In the project's folder, where packages are found.
  mkdirSync(".cache", { recursive: true });
  const file = path.resolve(`.cache/rooms-${process.pid}-${Date.now()}.mjs`);
  writeFileSync(file, outputFiles[0].contents);
  try {
    const modules = Object.values(await import(/* @vite-ignore */ pathToFileURL(file).href));
    return modules.flatMap((module) => Object.values(module).filter((one) => one?.Form && one.url && one.key));
  } finally {
    rmSync(file);
  }
}
