import { auditFigures } from "./audit";
import { editorFigures } from "./editor";
import { fenceFigures } from "./fences";
import { jobFigures } from "./jobs";
import { everyPageFigures } from "./every-page";
import type { Figure } from "./figure";
import { batchFigures } from "./batch-match";
import { importFigures } from "./import";
import { linkFigures } from "./link";
import { listFigures } from "./lists";
import { clientFigures } from "./client";
import { djangoFigures } from "./django";
import { logFigures } from "./logs";
import { mapFigures } from "./maps";
import { pageCostFigures, pageFigures, pageGrowthFigures } from "./pages";
import { memoryFigures } from "./memory";
import { slowedPageFigures } from "./slowed-pages";
import { sheetFigures } from "./sheets";
import { soakFigures } from "./soak";
import { startFigures } from "./starting";
import { openStage, type Stage } from "./stage";
import { voiceFigures } from "./voice";
import { workerFigures } from "./workers";

const parts: Record<string, (stage: Stage) => AsyncIterable<Figure>> = {
  pages: pageFigures,
  // The parts of pages by themselves.
  cost: pageCostFigures,
  growth: pageGrowthFigures,
  "every-page": everyPageFigures,
  "slowed-pages": slowedPageFigures,
  memory: memoryFigures,
  start: startFigures,
  django: djangoFigures,
  lists: listFigures,
  import: importFigures,
  batch: batchFigures,
  editor: editorFigures,
  maps: mapFigures,
  link: linkFigures,
  fences: fenceFigures,
  logs: logFigures,
  audit: auditFigures,
  sheets: sheetFigures,
  client: clientFigures,
  voice: voiceFigures,
  jobs: jobFigures,
  processes: workerFigures,
  // Ten minutes by itself.
  soak: soakFigures,
  async *matching() {
    const { matchingFigures } = await import("./matching");
    yield* await matchingFigures();
  },
};

/** `npm run bench [-- pages|cost|growth|every-page|slowed-pages|memory|start|django|lists|import|batch|editor|maps|link|fences|logs|audit|sheets|client|voice|jobs|processes|soak|matching]`: figures as JSON lines on stdout, what happens meanwhile on stderr; exit 1 when one is not ok. */
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in parts));
if (unknown) {
  console.error(`no part ${unknown}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
const onlyAsked = ["soak", "cost", "growth", "every-page", "slowed-pages", "memory", "start", "django"];
const bad: string[] = [];
const stage = await openStage();
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void stage.close().finally(() => process.exit(1)));
try {
  for (const name of asked.length > 0 ? asked : Object.keys(parts).filter((name) => !onlyAsked.includes(name))) {
    for await (const figure of parts[name]!(stage)) {
      console.log(JSON.stringify({ ...figure, value: Math.round(figure.value * 1000) / 1000 }));
      if (!figure.ok) bad.push(figure.name);
    }
  }
} catch (error) {
  console.error(error);
  bad.push("the run itself");
} finally {
  await stage.close();
}
for (const name of bad) console.error(`not ok: ${name}`);
process.exit(bad.length > 0 ? 1 : 0);
