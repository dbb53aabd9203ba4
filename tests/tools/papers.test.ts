import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { settingsTable } from "~/kit/ground/settings.server";
import { notBuilt } from "../spec/rows";

const root = fileURLToPath(new URL("../..", import.meta.url));
const papers = ["README.md", "CONTRIBUTING.md", ...filesUnder("docs")];
const decisions = papers.filter((paper) => /^docs\/decisions\/\w+\/\d/.test(paper));

const linkToPaper = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

describe.each(papers)("%s", (paper) => {
  const text = read(paper);

  it("links only to papers and headings that are there", () => {
    // The manual links pages of the program, which tests/sweeps/manual.test.ts looks for.
    const ofPapers = paper.startsWith("docs/manual/") ? /\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g : linkToPaper;
    const links = [...text.matchAll(ofPapers)].map(([, target = "", heading]) => ({
      target: target ? path.join(path.dirname(paper), target) : paper,
      heading,
    }));
    const broken = links.filter(
      ({ target, heading }) => isMissing(target) || (heading && !headingsOf(read(target)).includes(heading)),
    );
    expect(broken).toEqual([]);
  });

  it("names only files and commands that are there", () => {
    const files = [...text.matchAll(/(?<![\w./-])(?:app|tests|docs|public)\/[\w./-]*\w/g)].map(([file]) => file);
    expect(files.filter(isMissing)).toEqual([]);
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("README", () => {
  const text = read("README.md");

  it("has at most 8 kB", () => expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000));

  it("tells the defaults of the settings it names", () => {
    const told = tableUnder(text, "Settings").flatMap(([names = "", defaults = ""]) =>
      names.split(", ").map((name, place) => ({ name, default: defaults.split(", ")[place] ?? "" })),
    );
    expect(told.length).toBeGreaterThan(3);
    for (const { name, default: fallback } of told)
      expect(settingsTable.find((row) => row.name === name)).toMatchObject({ name, default: fallback });
  });

  it("says how much is not built", () => {
    const screens = notBuilt.filter((line) => line.startsWith("screen ")).length;
    expect(text).toContain(`${notBuilt.length - screens} calls and ${screens} screens are missing`);
  });
});

it("docs/operating.md has every setting with its default and what it does", () => {
  const told = tableUnder(read("docs/operating.md"), "Settings");
  expect(told).toEqual(settingsTable.map((row) => [row.name, row.default, row.what]));
});

it("the manual has every setting with its default too, in the words of those who run the program", () => {
  const told = tableUnder(read("docs/manual/90-operating.md"), "全部设置");
  expect(told.map(([name, fallback]) => [name, fallback])).toEqual(settingsTable.map((row) => [row.name, row.default]));
  expect(told.filter(([, , what]) => !what || !/[一-龥]/.test(what))).toEqual([]);
});

it("docs/operating.md tells the limits of time that the code has", () => {
  const told = tableUnder(read("docs/operating.md"), "Limits of time");
  expect(told.length).toBeGreaterThan(15);
  for (const [what, , place = ""] of told) {
    const [file, ...code] = place.split(": ");
    expect([what, read(file!).includes(code.join(": "))]).toEqual([what, true]);
  }
});

describe("decisions", () => {
  it("are numbered without a gap", () =>
    expect(decisions.map((file) => parseInt(path.basename(file), 10)).sort((a, b) => a - b)).toEqual(
      decisions.map((_, i) => i + 1),
    ));

  it.each(decisions)("%s says when, what, why and what follows, and stands in the list", (file) => {
    const text = read(file);
    expect(text).toMatch(/^# \d+\. .+\n\n20\d\d-\d\d-\d\d\n/);
    for (const part of ["Decision", "Why", "Consequence"]) expect(text).toContain(`**${part}.** `);
    expect(read("docs/decisions/README.md")).toContain(`](${path.relative("docs/decisions", file)})`);
  });
});

function filesUnder(folder: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true }) as string[];
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.posix.join(folder, name))
    .sort();
}

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

function isMissing(file: string): boolean {
  return !existsSync(path.join(root, file));
}

/** Headings as a link names them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The cells of the first table under a heading, without its first two lines and without code marks. */
function tableUnder(text: string, heading: string): string[][] {
  const [, below = ""] = text.split(`\n## ${heading}\n`);
  const rows = /(?:^\|.*\n)+/m.exec(below)?.[0].trim().split("\n").slice(2) ?? [];
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}
