import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { readSpoken } from "./parts.server";
import type { VersionContent } from "./recipe";
import { placeInWords, withoutSame } from "./recipe-words";

/** Which rows and public nodes of a version are not as they were at a moment, in words. */
export async function rowsChangedSince(versionUuid: string, since: string): Promise<string[]> {
  const { rows } = await sql<{ before: VersionContent }>`
    select before from history where room = 'voice-versions' and record_key = ${versionUuid} and before is not null and at >= ${since}
    order by record_version limit 1`.execute(db());
  if (!rows[0]) return [];
  const { before, after } = withoutSame({
    before: { ...rows[0].before } as Record<string, unknown>,
    after: { ...(await readSpoken(versionUuid)) } as Record<string, unknown>,
  });
  const sides = [before, after] as unknown as VersionContent[];
  const places = (list: keyof Pick<VersionContent, "slots" | "texts">) =>
    new Set(sides.flatMap((side) => side[list].map(placeInWords)));
  const nodes = new Set(sides.flatMap((side) => side.nodes.map(({ name }) => name)));
  const described = [
    ...[...places("slots")].map((place) => `${place} 的语音`),
    ...[...places("texts")].map((place) => `${place} 的显示文字`),
    ...[...nodes].map((name) => `公共节点 ${name}`),
  ];
  return described.length > 0 ? described : ["版本号或语言"];
}
