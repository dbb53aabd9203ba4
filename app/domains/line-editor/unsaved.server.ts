import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { Direction } from "~/domains/lines/directions";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import {
  entriesOf,
  type SequenceTyped,
  type TypedRow,
  typedRows,
} from "~/domains/line-versions/sequence/sequence-form";
import type { placeOf } from "./sequence-place.server";

type UnsavedRows = Pick<SequenceTyped, "rows" | "reason" | "at" | "version" | "find">;

type Place = ReturnType<typeof placeOf>;

const keptDays = 30;

/** Keeps what a person has typed of a direction's stations until it is saved; what is stored already is not kept. */
export async function keepUnsaved(viewer: Viewer, place: Place, typed: UnsavedRows): Promise<void> {
  const { rows, reason, at, version, find } = typed;
  const isStored = groundOf(rows, place.direction) === storedGround(place);
  if (isStored && !reason && !find?.trim().includes("\n")) return dropUnsaved(viewer, place);
  await sql`delete from unsaved_sequence where at < now() - make_interval(days => ${keptDays})`.execute(db());
  await sql`insert into unsaved_sequence (user_id, classify_sid, version_uuid, direction, ground, typed)
    values (${viewer.userId}, ${place.classifySid}, ${place.versionUuid ?? ""}, ${place.direction}, ${storedGround(place)}, ${JSON.stringify({ rows, reason, at, version, find })})
    on conflict (user_id, classify_sid, version_uuid, direction) do update set ground = excluded.ground, typed = excluded.typed, at = now()`.execute(
    db(),
  );
}

/** What the person had typed here, or in the version that this draft was made from; `version` only where it began from other stations, so that saving shows both sides. */
export async function findUnsaved(viewer: Viewer, place: Place): Promise<(UnsavedRows & { since: string }) | null> {
  const found = await sql<{ typed: UnsavedRows; ground: string; at: Date }>`
    select typed, ground, at from unsaved_sequence where user_id = ${viewer.userId} and classify_sid = ${place.classifySid} and direction = ${place.direction}
      and version_uuid in (${place.versionUuid ?? ""}, (select coalesce(base_uuid, '') from line_version where version_uuid = ${place.versionUuid}))
    order by version_uuid = ${place.versionUuid ?? ""} desc limit 1`.execute(db());
  const [kept] = found.rows;
  if (!kept) return null;
  const isSameGround = kept.ground === storedGround(place);
  const since = formatTime(kept.at, settings().OPERATOR_TIME_ZONE);
  return { ...kept.typed, version: isSameGround ? undefined : kept.typed.version, since };
}

/** The same, but null where its stations are those that are stored. */
export async function findTyped(viewer: Viewer, place: Place): Promise<Awaited<ReturnType<typeof findUnsaved>>> {
  const kept = await findUnsaved(viewer, place);
  return kept && groundOf(kept.rows, place.direction) !== storedGround(place) ? kept : null;
}

export async function dropUnsaved(viewer: Viewer, { classifySid, versionUuid, direction }: Place): Promise<void> {
  await sql`delete from unsaved_sequence where user_id = ${viewer.userId} and classify_sid = ${classifySid} and direction = ${direction}
    and version_uuid in (${versionUuid ?? ""}, (select coalesce(base_uuid, '') from line_version where version_uuid = ${versionUuid}))`.execute(
    db(),
  );
}

/** Rows as they compare: as they would be saved, or as typed where they cannot be. */
function groundOf(rows: readonly TypedRow[], direction: number): string {
  const { entries, errors } = entriesOf(withEndTypes(rows, direction as Direction));
  const compared = (errors.length > 0 ? rows : entries).map((row) =>
    Object.entries(row)
      .filter(
        ([name, value]) =>
          name !== "serial" && value !== undefined && value !== null && value !== false && value !== "",
      )
      .sort(([one], [other]) => one.localeCompare(other)),
  );
  return createHash("sha256").update(JSON.stringify(compared)).digest("base64url");
}

const storedGround = ({ stationList, direction }: Place) => groundOf(typedRows(stationList), direction);
