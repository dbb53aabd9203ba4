import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type TestContext } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { fits, withGaps } from "./said";

const folder = fileURLToPath(new URL("../said/", import.meta.url));
const how = process.env.APPROVE;
const heading = "== ";

/** Skips a test where the day has changed since the demo city was filled: what begins today in it then began yesterday. */
export async function skipAfterMidnight({ skip }: TestContext): Promise<void> {
  const { filledAt } = await db()
    .selectFrom("organisation")
    .select(({ fn }) => fn.min("createdAt").as("filledAt"))
    .executeTakeFirstOrThrow();
  skip(today(filledAt) !== today(), "the day has changed since the demo city was filled");
}

/** Holds what was said under each heading against what `tests/said/` keeps of it; APPROVE=1 keeps what is said now, APPROVE=times a gap wherever it differs. */
export function expectAsKept(name: string, said: ReadonlyMap<string, readonly string[]>): void {
  const file = path.join(folder, `${name}.txt`);
  const kept = existsSync(file) ? read(readFileSync(file, "utf8")) : new Map<string, string[]>();
  if (how) return keep(file, kept, said);
  const told = [...said].map(([at, lines]) => {
    const before = kept.get(at) ?? [];
    return [at, fits(before, lines) ? before : withGaps(before, lines)] as const;
  });
  const differing = told.filter(([at, lines]) => !isSame(lines, kept.get(at) ?? [])).map(([at]) => at);
  expect(Object.fromEntries(told), `differs at ${differing.join(", ")}`).toEqual(Object.fromEntries(kept));
}

const isSame = (lines: readonly string[], before: readonly string[]): boolean => lines.join("\n") === before.join("\n");

function keep(file: string, kept: Map<string, string[]>, said: ReadonlyMap<string, readonly string[]>): void {
  const texts = [...said].map(([at, lines]) => {
    const before = kept.get(at);
    return [heading + at, ...(before ? withGaps(before, lines, how === "times") : lines)].join("\n");
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${texts.join("\n\n")}\n`);
}

function read(text: string): Map<string, string[]> {
  const parts = text.trimEnd().split(`\n\n${heading}`);
  return new Map(parts.map((part) => part.replace(heading, "").split("\n")).map(([at, ...lines]) => [at!, lines]));
}
