import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./program";

/** Lines and files of each room, tests apart, as a table to print. */
export function roomSizes(): string {
  const domains = path.join(root, "app/domains");
  const rooms = readdirSync(domains)
    .sort()
    .map((room) => ({ room, ...sizeOf(path.join(domains, room)) }));
  const total = rooms.reduce((sum, { files, lines }) => ({ files: sum.files + files, lines: sum.lines + lines }), {
    files: 0,
    lines: 0,
  });
  const row = (name: string, files: number, lines: number, longest: string) =>
    `${name.padEnd(16)}${String(files).padStart(6)}${String(lines).padStart(8)}  ${longest}`;
  return [
    row("room", NaN, NaN, "longest file").replaceAll("NaN", "   "),
    ...rooms.map(({ room, files, lines, longest }) => row(room, files, lines, longest)),
    row("all", total.files, total.lines, ""),
  ].join("\n");
}

function sizeOf(folder: string): { files: number; lines: number; longest: string } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, lines: readFileSync(path.join(folder, name), "utf8").split("\n").length - 1 }));
  const longest = files.reduce((most, file) => (file.lines > most.lines ? file : most), { name: "", lines: 0 });
  return {
    files: files.length,
    lines: files.reduce((sum, file) => sum + file.lines, 0),
    longest: `${longest.name} ${longest.lines}`,
  };
}

if (process.argv[1] === import.meta.filename) console.log(roomSizes());
