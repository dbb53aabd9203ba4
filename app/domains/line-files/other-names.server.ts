import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { audioRoom } from "~/domains/audio-clips/room";
import type { ShownName } from "~/kit/page/screens/other-names";
import { languages } from "~/transit/announcements/words";
import { attempt } from "~/kit/ground/problem";
import { findOtherNames } from "~/transit/announcements/compile";
import type { OtherName } from "~/transit/announcements/model";
import { readContent } from "./file-content.server";
import { hasBegun } from "./has-begun.server";

/** The clips that say other names than stops have, among those that the latest files of variants let hear; each once. */
export async function otherNamesOf(classifySids: readonly string[]): Promise<OtherName[]> {
  const { rows } = await sql<KeyedFile>`
    select distinct on (classify_sid) file_uuid, classify_sid, version_uuid from line_file
    where classify_sid = any(${[...classifySids]}) and deleted_at is null and state in (0, 1, 2) order by classify_sid, state = 0 desc, generated_at desc`.execute(
    db(),
  );
  const found = new Map<string, OtherName>();
  for (const file of rows) for (const one of await otherNamesIn(file)) found.set(keyOfName(one), one);
  return [...found.values()];
}

/** Those of these files that let other names be heard than stops have now, with how many clips say them; files of a day to come are of its names. */
export async function filesWithOtherNames(
  fileUuids: readonly string[],
): Promise<{ fileUuid: string; clips: number }[]> {
  const { rows } = await sql<KeyedFile>`
    select file_uuid, classify_sid, version_uuid from line_file where file_uuid = any(${[...fileUuids]}) and ${hasBegun("line_file")}`.execute(
    db(),
  );
  const found: { fileUuid: string; clips: number }[] = [];
  for (const file of rows) {
    const clips = (await otherNamesIn(file)).length;
    if (clips > 0) found.push({ fileUuid: file.fileUuid, clips });
  }
  return found;
}

interface KeyedFile {
  fileUuid: string;
  classifySid: string;
  versionUuid: string;
}

/** A variant that has nothing in force lets nothing be heard. */
async function otherNamesIn(file: KeyedFile): Promise<OtherName[]> {
  const content = await attempt(() => readContent(db(), file));
  return content.ok ? findOtherNames(content.value) : [];
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
