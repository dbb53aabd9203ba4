import { sql } from "kysely";
import { rowsChangedSince } from "~/domains/voice-versions/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { attempt } from "~/kit/ground/problem";
import type { CompiledLine } from "~/transit/announcements/model";
import { clipChanges, nameChanges, pathChanges, stationChanges } from "./describe-changes";
import { readContent } from "./file-content.server";
import { readCompiled } from "./generate.server";
import type { FileRow } from "./schema";
import { type SourcePart, sourceParts } from "./words";

export interface PartChange {
  part: string;
  words: string[];
}

/** What exactly is not as it was when a file was generated, for the parts whose hashes say that they differ. */
export async function tellChanges(
  file: Pick<FileRow, "fileUuid" | "classifySid" | "versionUuid" | "generatedAt">,
  changed: readonly SourcePart[],
): Promise<PartChange[]> {
  if (changed.length === 0 || !file.generatedAt) return [];
  const loaded = await attempt(() => readContent(db(), file));
  if (!loaded.ok) return [{ part: "线路", words: loaded.problem.errors.map(({ message }) => message) }];
  const [was, now] = [await readCompiled(db(), file.fileUuid), loaded.value];
  const tell: Record<SourcePart, () => string[] | Promise<string[]>> = {
    line: () => [`${was.lineNo} → ${now.line.lineNo}`],
    stations: () => stationChanges(was, now.line),
    path: () => pathChanges(was, now.line),
    names: () => nameChanges(was, now.line),
    pronunciations: () => pronunciationChanges(was, file.generatedAt!),
    recipe: () => rowsChangedSince(file.versionUuid, file.generatedAt!),
    clips: () => clipChanges(was, now),
  };
  const described = await Promise.all(
    changed.map(async (part) => ({ part: sourceParts[part], words: await tell[part]() })),
  );
  return described.filter(({ words }) => words.length > 0);
}

async function pronunciationChanges({ directions }: CompiledLine, since: string): Promise<string[]> {
  const stations = directions.flatMap((one) => one.stations.map(({ staUuid }) => staUuid));
  const { rows } = await sql<{ staName: string; was: string | null; now: string | null }>`
    select s.sta_name, first.was, s.pronunciation as now from station s join (
      select distinct on (record_key) record_key, before ->> 'pronunciation' as was from history
      where room = 'stations' and record_key = any(${stations}) and before is not null and at >= ${since}
      order by record_key, record_version) first on first.record_key = s.sta_uuid
    where first.was is distinct from s.pronunciation order by s.sta_name`.execute(db());
  return rows.map(({ staName, was, now }) => `${staName} ${was ?? "按字典"} → ${now ?? "按字典"}`);
}
