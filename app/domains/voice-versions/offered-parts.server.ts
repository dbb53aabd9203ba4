import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { parts } from "~/transit/announcements/words";
import type { RowPlace } from "./recipe";
import { isOutside, partsOf } from "./recipe-rules";

const mostClips = 500;

/** What a row may hold: the names that are put in, then the clips that fit its language and loudspeaker and are no station's name. */
export async function offeredParts({ event, voiceUse, language }: RowPlace): Promise<Choice[]> {
  const names = partsOf(event).filter((part) => part !== "clip");
  return [
    ...names.map((part) => ({ value: part, label: `〔${parts[part]}〕`, group: "按线路填入" })),
    ...(await offeredClips([language, "other"], isOutside(voiceUse))),
  ];
}

export async function offeredClips(languages: readonly string[], outside: boolean): Promise<Choice[]> {
  const found = await sql<{ value: string; label: string; group: string }>`
    select a.audio_uuid as value, a.audio_num || ' ' || a.audio_name || case when a.text is null or a.text = a.audio_name then '' else '：' || left(a.text, 40) end as label,
      coalesce(t.type_name, '语音') as group
    from audio a left join audio_type t on t.type_uuid = a.type_uuid
    where a.deleted_at is null and a.is_valid and a.sta_uuid is null and a.language = any(${[...languages]}) and a.speaker <> ${outside ? 0 : 1}
    order by t.sort nulls last, t.type_name, a.audio_num limit ${mostClips}`.execute(db());
  return found.rows;
}
