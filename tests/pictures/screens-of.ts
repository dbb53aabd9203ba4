import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pictures of README and manual, with the page of each, under app. */
export const pageOf = {
  "screenshots/stations.png": "domains/stations/routes/list.tsx",
  "screenshots/line.png": "domains/line-versions/routes/detail.tsx",
  "screenshots/monitor.png": "domains/monitor/routes/monitor.tsx",
  "screenshots/timeline.png": "domains/buses/routes/timeline.tsx",
  "manual/line.png": "domains/line-matching/routes/match.tsx",
  "manual/files.png": "domains/line-files/routes/list.tsx",
  "manual/monitor.png": "domains/monitor/routes/monitor.tsx",
  "manual/check.png": "domains/sheet-imports/routes/journey.tsx",
} as const;

export type Picture = keyof typeof pageOf;

/** Where `npm run pictures` notes from which code it took each picture. */
export const takenFile = path.join(root, "tests/pictures/taken.json");

/** A digest of what a page draws with: its module and the components and styles that it names beside itself, not those of the kit, which every page has. */
export function codeOf(picture: Picture): string {
  const seen = new Map<string, string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    const text = readFileSync(file, "utf8");
    seen.set(file, text);
    for (const [, name] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const found = [`${name}.tsx`, name!]
        .map((one) => path.resolve(path.dirname(file), one))
        .find((one) => /\.(tsx|css)$/.test(one) && existsSync(one));
      if (found) visit(found);
    }
  };
  visit(path.join(root, "app", pageOf[picture]));
  const digest = createHash("sha256");
  for (const [file, text] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1)))
    digest.update(`${path.relative(root, file)}\n${text}`);
  return digest.digest("hex").slice(0, 16);
}

export const readTaken = (): Partial<Record<Picture, string>> =>
  existsSync(takenFile) ? (JSON.parse(readFileSync(takenFile, "utf8")) as Partial<Record<Picture, string>>) : {};
