import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { audioRoom } from "~/domains/audio-clips/room";
import type { ShownName } from "~/kit/page/screens/other-names";
import { languages } from "~/transit/announcements/words";
import { attempt } from "~/kit/ground/problem";
import { findOtherNames } from "~/transit/announcements/compile";
import type { OtherName } from "~/transit/announcements/model";
import { readContent } from "./file-content.server";

/** The clips that say other names than stops have, among those that the latest files of variants let hear; each once. */
export async function otherNamesOf(classifySids: readonly string[]): Promise<OtherName[]> {
  const { rows } = await sql<{ fileUuid: string; classifySid: string; versionUuid: string }>`
    select distinct on (classify_sid) file_uuid, classify_sid, version_uuid from line_file
    where classify_sid = any(${[...classifySids]}) and deleted_at is null and state in (0, 1, 2) order by classify_sid, state = 0 desc, generated_at desc`.execute(
    db(),
  );
  const found = new Map<string, OtherName>();
  for (const file of rows) {
    const content = await attempt(() => readContent(db(), file));
    if (!content.ok) continue;
    for (const one of findOtherNames(content.value)) found.set(keyOfName(one), one);
  }
  return [...found.values()];
}

export const keyOfName = ({ audioUuid, name }: OtherName) => `${audioUuid} ${name}`;

/** The same as pages show them. */
export const showNames = (names: readonly OtherName[]): ShownName[] =>
  names.map((one) => ({
    key: keyOfName(one),
    name: one.name,
    said: one.said,
    language: languages[one.language],
    isRecorded: one.source === "recorded",
    href: `${audioRoom.url}/${one.audioUuid}`,
  }));
