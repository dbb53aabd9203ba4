import { setTimeout as sleep } from "node:timers/promises";
import { passwords } from "../kit/database";
import { readPage } from "../kit/page";
import { atMost, type Figure, reported } from "./figure";
import { findDatabaseServer, usageBelow } from "./processes";
import { startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const visits = 2000;
const mostKinds = 200;

/** What the program takes at rest, after its first page and after 2,000 mixed ones of the demo city, one after another. */
export async function* memoryFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("memory");
  const program = await startProgram(stage.environment(databaseUrl, "warn"), stage.logFile);
  const rss = async () => (await program.usage()).rssMb;
  try {
    await sleep(10_000);
    yield atMost("memory: server at rest", await rss(), 180, "MB RSS");
    const visitor = await signIn(program.url, "admin", passwords.admin);
    await visitor.visit("/homepage");
    yield reported("memory: server after its first page", await rss(), "MB RSS");
    const pages = await linkedPages(visitor);
    yield reported("memory: kinds of pages", pages.length);
    for (let nth = 0; nth < visits; nth++) await visitor.visit(pages[nth % pages.length]!);
    yield atMost(`memory: server after ${visits} mixed pages`, await rss(), 350, "MB RSS");
    await sleep(30_000);
    yield reported("memory: server half a minute later", await rss(), "MB RSS");
    yield reported(
      "memory: database with its processes",
      usageBelow(await findDatabaseServer(databaseUrl)).memoryMb,
      "MB PSS",
    );
  } finally {
    await program.stop();
  }
}

/** Pages that lead from the homepage on, two of a kind: what is a page of another record counts as the same. */
async function linkedPages(visitor: Visitor): Promise<string[]> {
  const found: string[] = [];
  const kinds = new Map<string, number>();
  const queue = ["/homepage"];
  const seen = new Set(queue);
  for (let path = queue.shift(); path && found.length < mostKinds; path = queue.shift()) {
    const html = await visitor.visit(path).then(
      (visit) => visit.html(),
      () => undefined,
    );
    if (!html?.startsWith("<!DOCTYPE html>")) continue;
    found.push(path);
    const { $ } = readPage(html);
    for (const link of $("a[href^='/']")) {
      const { pathname } = new URL($(link).attr("href")!, "http://localhost");
      const kind = pathname.replace(/[0-9a-f]{32}/g, ":key");
      const known = kinds.get(kind) ?? 0;
      if (seen.has(pathname) || known >= 2 || /export|download|sign-out|\.\w+$/.test(pathname)) continue;
      kinds.set(kind, known + 1);
      seen.add(pathname);
      queue.push(pathname);
    }
  }
  return found;
}
