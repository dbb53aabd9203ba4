import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import express, { type Response, Router } from "express";

const year = "365d";

/** Serves the built client: what has a `.br` or `.gz` beside it in that form; `/assets`, whose names are hashes, for ever. */
export function serveAssets(clientFolder: string): Router {
  const router = Router();
  const files = filesIn(clientFolder);
  const packed = packedFiles(files);
  router.get("*", (request, response, next) => {
    const encodings = packed.get(request.path);
    if (!encodings) return next();
    response.vary("Accept-Encoding");
    // One by one: browsers name gzip before br, and Express would follow their order.
    const encoding = encodings.find((one) => request.acceptsEncodings(one));
    if (!encoding) return next();
    response.type(path.extname(request.path)).set("Content-Encoding", encoding);
    tellLetters(response, request.path);
    const file = request.path + (encoding === "br" ? ".br" : ".gz");
    response.sendFile(file, {
      root: clientFolder,
      ...(request.path.startsWith("/assets/") ? { immutable: true, maxAge: year } : { maxAge: "1h" }),
    });
  });
  router.use(
    "/assets",
    express.static(path.join(clientFolder, "assets"), {
      immutable: true,
      maxAge: year,
      fallthrough: false,
      index: false,
      redirect: false,
      setHeaders: tellLetters,
    }),
  );
  const loose = express.static(clientFolder, { maxAge: "1h", index: false, redirect: false, setHeaders: tellLetters });
  router.use((request, response, next) => (files.has(request.path) ? loose(request, response, next) : next()));
  return router;
}

/** Express names the encoding of texts only, and a drawing is one too. */
function tellLetters(response: Response, file: string): void {
  if (file.endsWith(".svg")) response.setHeader("Content-Type", "image/svg+xml; charset=utf-8");
}

/** The URL paths of all files, read once, so that no request for a page touches the disk to find out. */
function filesIn(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  return new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.split(path.sep).join("/")}`),
  );
}

/** URL path → encodings at hand, best first. */
function packedFiles(files: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [ending, encoding] of [
    [".br", "br"],
    [".gz", "gzip"],
  ] as const) {
    for (const name of files) {
      if (!name.endsWith(ending)) continue;
      const plain = name.slice(0, -3);
      found.set(plain, [...(found.get(plain) ?? []), encoding]);
    }
  }
  return found;
}
