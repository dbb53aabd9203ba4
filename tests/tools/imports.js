import path from "node:path";
import { cruise, format } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "./import-rules.cjs";

/** What the rules of import-rules.cjs say of the sources, and rings of folders; the sources are read once for both. */
const { namesOfFrontDoor, ...rules } = config;
const { tsConfig } = rules.options;
const { output } = await cruise(
  ["app", "server.ts"],
  { ...rules.options, ruleSet: rules, validate: true },
  { tsConfig: tsConfig.fileName },
  { tsConfig: extractTSConfig(tsConfig.fileName) },
);
const told = await format(output, { outputType: "err" });
console.log(told.output.trimEnd());
const rings = findRings(output.modules);
for (const ring of rings) console.log(`ring of folders: ${ring.join(" → ")}`);
if (rings.length > 0) console.log("Move what both need to the room that owns it, or hand it in from the front door.");
process.exitCode = told.exitCode > 0 || rings.length > 0 ? 1 : 0;

/**
 * Folders that import one another, each ring as the way round it. A folder imports what any file in or below it imports from
 * outside it. Tests are left out, because they may look anywhere and would close every ring, and so are the lists of
 * names that rooms are checked against, as types.
 */
function findRings(modules) {
  const isLeftOut = (file) =>
    !/^app\//.test(file) || /\.(test|sample)\.tsx?$/.test(file) || new RegExp(namesOfFrontDoor).test(file);
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    if (isLeftOut(source)) continue;
    for (let folder = path.dirname(source); folder !== "."; folder = path.dirname(folder)) {
      const outside = dependencies.filter(({ resolved }) => !isLeftOut(resolved) && !resolved.startsWith(`${folder}/`));
      const known = imports.get(folder) ?? new Set();
      for (const { resolved } of outside) known.add(path.dirname(resolved));
      imports.set(folder, known);
    }
  }
  const rings = [];
  const done = new Set();
  for (const folder of imports.keys()) walk(folder, []);
  return rings;

  function walk(folder, way) {
    const at = way.indexOf(folder);
    if (at >= 0) return void rings.push([...way.slice(at), folder]);
    if (done.has(folder)) return;
    for (const next of imports.get(folder) ?? []) walk(next, [...way, folder]);
    done.add(folder);
  }
}
