import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { beijingFigures } from "./matching-beijing";
import type { CityBuild, CityTimes } from "./matching-city";
import { portoAlegreFigures } from "./matching-porto-alegre";
import { setFigures } from "./matching-by-set";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Quality of matching on real lines, and speed and memory on a million segments; none where the real data is absent. */
export async function matchingFigures(): Promise<Figure[]> {
  const data = process.env.SHARED_DATA ?? fileURLToPath(new URL("../../../shared/data", import.meta.url));
  const absent = await access(data).then(
    () => false,
    () => true,
  );
  if (absent) {
    console.log(`matching figures skipped: no real data at ${data} (set SHARED_DATA)`);
    return [];
  }
  return [
    ...(await portoAlegreFigures(data)),
    ...(await beijingFigures(data)),
    ...(await setFigures(data)),
    ...(await cityFigures(data)),
  ];
}

async function cityFigures(data: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "matching-"));
  try {
    const program = join(folder, "city.mjs");
    await build({
      entryPoints: [join(root, "tests/bench/matching-city.ts")],
      outfile: program,
      absWorkingDir: root,
      tsconfig: join(root, "tsconfig.json"),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
    });
    const run = async <Result>(...args: string[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { maxBuffer: 64 * 2 ** 20 });
      return JSON.parse(stdout) as Result;
    };
    const file = join(folder, "city.graph");
    const built = await run<CityBuild>("build", data, file);
    const times = await run<CityTimes>("ask", file);
    return [...sizes(built, times), ...speeds(times)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sizes(built: CityBuild, times: CityTimes): Figure[] {
  const mb = (bytes: number) => bytes / 2 ** 20;
  return [
    atLeast("roads: straight segments", built.segments, 1_000_000),
    reported("roads: edges", built.edges),
    reported("roads: rules of turning", built.rules),
    reported("roads: graph built in", built.buildMs, "ms CPU"),
    atMost("roads: graph", mb(built.bytes), 64.7, "MB"),
    atMost("roads: process holding only the matcher", mb(times.rss), 500, "MB RSS"),
    reported("roads: process that built the graph", mb(built.rss), "MB RSS"),
  ];
}

function speeds({ route, legs, stops, boxes, boxEdges, near }: CityTimes): Figure[] {
  const spread = (name: string, values: number[], bound?: number) => [
    reported(`${name}, p50`, percentile(values, 0.5), "ms CPU"),
    bound
      ? atMost(`${name}, p95`, percentile(values, 0.95), bound, "ms CPU")
      : reported(`${name}, p95`, percentile(values, 0.95), "ms CPU"),
    reported(`${name}, max`, Math.max(...values), "ms CPU"),
  ];
  return [
    ...spread("roads: route of 2-25 km", route),
    atMost("roads: leg between neighbouring stops, p50", percentile(legs, 0.5), 1, "ms CPU"),
    reported("roads: leg between neighbouring stops, p95", percentile(legs, 0.95), "ms CPU"),
    reported("roads: leg between neighbouring stops, max", Math.max(...legs), "ms CPU"),
    ...spread("roads: line of stops, 8-20 km", stops, 30),
    ...spread("roads: roads near a point", near),
    ...Object.entries(boxes).flatMap(([size, values]) =>
      spread(`roads: rectangle of ${size} (up to ${boxEdges[size]} edges)`, values),
    ),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.table(await matchingFigures());
