import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { guilinRows, openGuilin, phrases, playedBy } from "~/transit/announcements/guilin.sample";
import type { CompiledLine, CompiledNode } from "~/transit/announcements/model";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import type { Visitor } from "../../../tests/kit/visit";
import { addTexts } from "./line-files.sample";

/** Has some of Guilin's lines, imported before, announced by its announcer's templates, through calls; their packages hold what it plays. Answers how many. */
export async function announceGuilin(person: Visitor, folder: string, wanted: number): Promise<number> {
  const { lines, stopsOf } = await openGuilin(folder);
  const good = async <T>(name: string, body: object): Promise<T> => {
    const { success, data, message, errors } = await person.call<T>(`/api/line/file/${name}`, body);
    expect({ name, success, message, errors }).toMatchObject({ success: true });
    return data;
  };
  const imported = await sql<{ classifySid: string; source: string }>`
    select classify_sid, line.source from line join line_classify on main_uuid = line_uuid and sort_type = 1 join line_version v using (classify_sid)
    where line.source like 'db:%' and line.deleted_at is null and v.state = 'effective'`.execute(db());
  const chosen = lines
    .flatMap(([record, name]) => {
      const line = imported.rows.find(({ source }) => source === `db:${name.trim()}`);
      const ways = ([1, 2] as const).map((direction) => stopsOf(record, direction));
      const isWhole = ways.every((stops) => stops.length > 2 && stops.every(([, , english]) => english?.trim()));
      return line && isWhole ? [{ ...line, name: name.trim(), ways }] : [];
    })
    .slice(0, wanted);
  const stops = chosen.flatMap(({ ways }) => ways.flat());
  await addTexts([
    ...phrases.map((text): [string, string] => [text, "zh"]),
    ...chosen.map(({ name }): [string, string] => [name, "zh"]),
    ...stops.flatMap(([, name, english]): [string, string][] => [
      [name.trim(), "zh"],
      [english.trim(), "en"],
    ]),
    ["arriving", "en"],
  ]);
  const { versionUuid } = await good<{ versionUuid: string }>("version/info/add", {
    versionNum: "GUILIN",
    versionName: "桂林报站器",
    languages: ["zh", "en"],
  });
  for (const [event, voiceUse, row, language] of guilinRows)
    await good("version/audio/link/batchAddPubVersionAudio", {
      versionUuid,
      event,
      voiceUse,
      language,
      parts: await Promise.all(row.split("|").map((word) => partOf(word, language))),
    });
  for (const { classifySid, name, ways } of chosen) {
    const { fileUuid } = await good<{ fileUuid: string }>("info/add", { classifySid, versionUuid });
    await good("info/generateFile", { fileUuid });
    const nodes = groupBy((await packageOf(person, fileUuid)).nodes, ({ direction }) => direction);
    for (const direction of [1, 2] as const)
      expect([name, direction, nodes.get(direction)!.flatMap(({ played }) => played)]).toEqual([
        name,
        direction,
        playedBy(name, ways[direction - 1]!).map(plain),
      ]);
  }
  return chosen.length;
}

async function partOf(word: string, language: string) {
  const [, part] = /^\{(\w+)\}$/.exec(word) ?? [];
  if (part) return { part };
  const { audioUuid } = await db()
    .selectFrom("audio")
    .select("audioUuid")
    .where("text", "=", word)
    .where("language", "=", language)
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { part: "clip", audioUuid };
}

async function packageOf(person: Visitor, fileUuid: string) {
  const at = `/voice/file-management/${fileUuid}/package`;
  await person.post(at, {});
  const file = path.join(process.env.DATA_DIR!, "guilin.zip");
  writeFileSync(file, Buffer.from(await (await person.send(at)).arrayBuffer()));
  const { line } = await readPackage(file);
  return { nodes: line.nodes.map((node) => ({ direction: node.direction, played: playedAt(line, node) })) };
}

function playedAt({ clips }: CompiledLine, { playlists }: CompiledNode): string[] {
  const heard = (number: number) => {
    const { language, text } = clips[number - 1]!;
    return language === "en" ? `en:${text}` : text;
  };
  return playlists.map(({ items }) =>
    plain(items.map((item) => (item.text === undefined ? heard(item.clip) : `(${item.text})`)).join("|")),
  );
}

/** Clips are found whatever the case and blanks of their words. */
const plain = (words: string) => words.toLowerCase().replace(/\s+/g, "");
