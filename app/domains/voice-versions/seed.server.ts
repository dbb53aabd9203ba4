import { sql, type Transaction } from "kysely";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { searchKeys } from "~/kit/data/search/search-keys";
import { writeSlots, writeTexts } from "./parts.server";
import type { RowPlace, Slot, Text } from "./recipe";
import type { Language, Part } from "~/transit/announcements/words";

export interface SeededRecipe {
  versionNum: string;
  versionName: string;
  languages: Language[];
  remark: string;
  /** Each part is a slot, or the words of a clip. */
  rows: (RowPlace & { parts: (Exclude<Part, "clip"> | { clip: string })[] })[];
  texts: (RowPlace & { text: string; seconds: number })[];
}

/** Writes a recipe with the clips of the library that say its words; words that no clip says are left out. */
export async function seedRecipe(trx: Transaction<DB>, recipe: SeededRecipe): Promise<string> {
  const { rows, texts, ...version } = recipe;
  const versionUuid = newKey();
  await trx
    .insertInto("voiceVersion")
    .values({
      ...version,
      versionUuid,
      createdBy: "system",
      updatedBy: "system",
      ...searchKeys(version.versionName, version.versionNum),
    })
    .execute();
  const clips = await sql<{ audioUuid: string; text: string; language: string }>`
    select audio_uuid, text, language from audio where text is not null and deleted_at is null and is_valid and sta_uuid is null`.execute(
    trx,
  );
  const clipOf = new Map(clips.rows.map(({ audioUuid, text, language }) => [`${language} ${text}`, audioUuid]));
  const slots = rows.flatMap(({ parts, ...place }) =>
    parts
      .flatMap((one): Pick<Slot, "part" | "audioUuid">[] => {
        if (typeof one === "string") return [{ part: one, audioUuid: null }];
        const audioUuid = clipOf.get(`${place.language} ${one.clip}`);
        return audioUuid ? [{ part: "clip", audioUuid }] : [];
      })
      .map((slot, at): Slot => ({ ...place, ...slot, linkUuid: newKey(), order: at + 1 })),
  );
  await writeSlots(trx, versionUuid, slots);
  await writeTexts(
    trx,
    versionUuid,
    texts.map((text): Text => ({ ...text, linkUuid: newKey(), order: 1 })),
  );
  return versionUuid;
}
