import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, type Database, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { languages } from "~/transit/announcements/words";
import { readSpoken } from "./parts.server";
import { isAt, type RowPlace, type Slot, type VersionContent, type Text } from "./recipe";
import {
  allLanguages,
  type GivenPart,
  type KnownClip,
  mostParts,
  partFault,
  placeFault,
  textFault,
} from "./recipe-rules";
import type { VersionRow } from "./room";
import { versionSource } from "./source.server";

type VersionLanguages = Pick<VersionRow, "versionUuid" | "languages">;

/** One change of what a version says, with one note in its history. */
export async function changeSpoken(
  viewer: Viewer,
  versionUuid: string,
  change: (
    spoken: VersionContent,
    version: VersionLanguages,
    trx: Transaction<DB>,
  ) => Promise<Partial<VersionContent>> | Partial<VersionContent>,
): Promise<VersionContent> {
  return inTransaction(async (trx) => {
    const [version] = await lockRows<VersionLanguages>(trx, versionSource, viewer, [versionUuid]);
    const changed = await change(await readSpoken(versionUuid, trx), version!, trx);
    await updateRecord(trx, viewer, versionSource.kept, versionUuid, changed);
    return readSpoken(versionUuid, trx);
  });
}

export type GivenLink = GivenPart & { linkUuid?: string };
export interface GivenText {
  linkUuid?: string;
  text: string;
  seconds: number;
}

/** Sets the parts of one row whole, in their order. */
export async function setRow(
  viewer: Viewer,
  versionUuid: string,
  place: RowPlace,
  parts: GivenLink[],
): Promise<Slot[]> {
  const { slots } = await changeSpoken(viewer, versionUuid, async ({ slots }, version, trx) => {
    refusePlace(version, place);
    await refuseParts(trx, place, parts);
    await refuseKeys(trx, slots.filter(isAt(place)), parts);
    return { slots: withRow(slots, place, parts) };
  });
  return slots.filter(isAt(place));
}

/** Sets what a row says and what its display shows, at once. `was` is what the writer saw of it: another's change meanwhile is refused with what stands there now. */
export async function saveRow(
  viewer: Viewer,
  versionUuid: string,
  place: RowPlace,
  { parts, texts, was }: { parts: GivenLink[]; texts: GivenText[]; was?: string },
): Promise<void> {
  await changeSpoken(viewer, versionUuid, async (spoken, version, trx) => {
    refusePlace(version, place);
    if (was !== undefined && was !== signatureOf(spoken, place)) throw new ChangedRow();
    await refuseParts(trx, place, parts);
    refuseTexts(place, texts);
    return { slots: withRow(spoken.slots, place, parts), texts: withTexts(spoken.texts, place, texts) };
  });
}

export class ChangedRow extends Error {}

/** What a row says and shows, to be compared with what it says later. */
export function signatureOf({ slots, texts }: VersionContent, place: RowPlace): string {
  const heard = slots.filter(isAt(place)).map(({ part, audioUuid }) => audioUuid ?? part);
  const shown = texts.filter(isAt(place)).map(({ text, seconds }) => [text, seconds]);
  return JSON.stringify([heard, shown]);
}

/** A part that stays keeps the key of its link, wherever it has moved to. */
export function withRow(slots: readonly Slot[], place: RowPlace, parts: readonly GivenLink[]): Slot[] {
  const left = slots.filter(isAt(place));
  const take = (found: (one: Slot) => boolean) => {
    const at = left.findIndex(found);
    return at < 0 ? undefined : left.splice(at, 1)[0]!.linkUuid;
  };
  const known = parts.map(
    ({ linkUuid, part, audioUuid = null }) =>
      take((one) => one.linkUuid === linkUuid) ??
      linkUuid ??
      take((one) => one.part === part && one.audioUuid === audioUuid),
  );
  const row = parts.map(({ part, audioUuid }, at): Slot => ({
    linkUuid: known[at] ?? newKey(),
    ...placeOf(place),
    order: at + 1,
    part,
    audioUuid: audioUuid || null,
  }));
  return inOrder([...slots.filter((one) => !isAt(place)(one)), ...row]);
}

export function withTexts(texts: readonly Text[], place: RowPlace, given: readonly GivenText[]): Text[] {
  const before = texts.filter(isAt(place));
  const row = given.map(({ linkUuid, text, seconds }, at): Text => ({
    linkUuid: linkUuid ?? before.find((one) => one.text === text)?.linkUuid ?? before[at]?.linkUuid ?? newKey(),
    ...placeOf(place),
    order: at + 1,
    text,
    seconds,
  }));
  const keys = row.map(({ linkUuid }) => linkUuid);
  const own = row.map((one, at) => (keys.indexOf(one.linkUuid) === at ? one : { ...one, linkUuid: newKey() }));
  return inOrder([...texts.filter((one) => !isAt(place)(one)), ...own]);
}

export function refusePlace({ languages: spoken }: Pick<VersionLanguages, "languages">, place: RowPlace): void {
  const fault = placeFault(place);
  if (fault) throw problem.field("voiceUse", fault);
  if (!spoken.includes(place.language))
    throw problem.field("language", `这个版本不说${languages[place.language]}，请先在版本的语言中选上`);
}

async function refuseParts(on: Database, place: RowPlace, parts: readonly GivenLink[]): Promise<void> {
  if (parts.length > mostParts) throw problem.field("parts", `一行最多 ${mostParts} 段`);
  const clips = await knownClips(
    parts.flatMap(({ audioUuid }) => audioUuid ?? []),
    on,
  );
  const errors = parts.flatMap((one, at): FieldError[] => {
    const message = partFault(place, one, clips);
    return message ? [{ path: `parts.${at}.${one.part === "clip" ? "audioUuid" : "part"}`, message }] : [];
  });
  if (errors.length > 0) throw problem.fields(errors);
}

function refuseTexts(place: RowPlace, texts: readonly GivenText[]): void {
  const errors = texts.flatMap(({ text }, at): FieldError[] => {
    const message = textFault(place.event, text);
    return message ? [{ path: `texts.${at}.text`, message }] : [];
  });
  if (errors.length > 0) throw problem.fields(errors);
}

export async function knownClips(keys: readonly string[], on: Database = db()): Promise<Map<string, KnownClip>> {
  const found = await sql<KnownClip & { audioUuid: string }>`select audio_uuid, audio_name, language, speaker, is_valid
    from audio where audio_uuid = any(${[...new Set(keys)]}) and deleted_at is null`.execute(on);
  return new Map(found.rows.map(({ audioUuid, ...clip }) => [audioUuid, clip]));
}

const placeOf = ({ event, voiceUse, language }: RowPlace): RowPlace => ({ event, voiceUse, language });

const inOrder = <Row extends RowPlace & { order: number }>(rows: Row[]) =>
  rows.sort(
    (one, other) =>
      one.event - other.event ||
      one.voiceUse - other.voiceUse ||
      allLanguages.indexOf(one.language) - allLanguages.indexOf(other.language) ||
      one.order - other.order,
  );

type KeyedRow = { linkUuid?: string };

/** A key given with a part is the part's own in this row, or a new one. */
async function refuseKeys(on: Database, row: readonly KeyedRow[], parts: readonly KeyedRow[]): Promise<void> {
  const given = parts.map(({ linkUuid }) => linkUuid);
  const own = row.map(({ linkUuid }) => linkUuid);
  const others = given.filter((key): key is string => key !== undefined && !own.includes(key));
  const { rows } = await sql<{ linkUuid: string }>`
    select link_uuid from voice_version_audio where link_uuid = any(${others})`.execute(on);
  const taken = new Set(rows.map(({ linkUuid }) => linkUuid));
  const errors = given.flatMap((key, at): FieldError[] => {
    if (key === undefined || (!taken.has(key) && given.indexOf(key) === at)) return [];
    return [{ path: `parts.${at}.linkUuid`, message: "这个主键已用在另一段，请换一个或不填" }];
  });
  if (errors.length > 0) throw problem.fields(errors);
}
