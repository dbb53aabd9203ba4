import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Licences that ask for no more than their notice. */
const plain = new Set(
  "MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 Zlib CC0-1.0 Unlicense Python-2.0".split(" "),
);

interface Locked {
  dev?: boolean;
  license?: string;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const table = readFileSync("docs/third-parties.md", "utf8");
const named = new Set(
  table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)),
);

/** Of a choice one is enough, of several that hold together all must be. */
const isPlain = (license: string) =>
  license
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => plain.has(one.trim())));

it("every package that the product runs with asks for no more than its notice, or is told of", () => {
  const others = Object.entries(packages).flatMap(([at, { dev, license = "" }]) => {
    const name = at.split("node_modules/").at(-1)!;
    // Builds of one package for other machines.
    const whole = name.replace(/^(lightningcss)-.*$/, "$1");
    return at === "" || dev || isPlain(license) ? [] : [whole];
  });
  expect([...new Set(others)].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !others.includes(name))).toEqual([]);
});

it("what is under the GPL stands in programs of their own only", () => {
  for (const [name, program] of [
    ["@audio/decode-aac", "m4a"],
    ["@echogarden/espeak-ng-emscripten", "speak"],
  ]) {
    const source = readFileSync(`app/transit/sound/${program}.program.ts`, "utf8");
    expect(source).toContain(`from "${name}"`);
  }
});
