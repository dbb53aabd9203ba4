import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { type ClipCandidate, indexCandidates, matchClipName } from "~/transit/sound/match-clip-name";
import type { SoundTags } from "~/transit/sound/sound";
import { plainOf, soundsAlike } from "~/transit/sound/sounds-alike";
import type { Given } from "./import-row";

export interface WhomFor {
  staUuid: string | null;
  replacesUuid: string | null;
  text: string | null;
  why: string;
  /** Several fit: a person must say which. */
  isOpen: boolean;
}

interface Known {
  audioUuid: string;
  audioNum: string;
  audioName: string;
  text: string | null;
  staUuid: string | null;
  source: string;
  sha256: string;
  durationMs: number;
}

interface Station {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  nameEn: string | null;
}

/** Says of files whom they are for, and what they double; read once for all files of an import. */
export async function makeWhomFor({ language }: Pick<Given, "language">) {
  const [stations, clips] = await Promise.all([
    sql<Station>`select sta_uuid, sta_name, sta_self_code, name_en from station where deleted_at is null`.execute(db()),
    sql<Known>`select audio_uuid, audio_num, audio_name, text, sta_uuid, source, sha256, duration_ms from audio
      where deleted_at is null and language = ${language} order by source = 'recorded', updated_at desc`.execute(db()),
  ]);
  const byKey = new Map(stations.rows.map((one) => [`station:${one.staUuid}`, one]));
  const clipBy = new Map(clips.rows.map((one) => [`clip:${one.audioUuid}`, one]));
  const ofStation = new Map(clips.rows.toReversed().map((one) => [one.staUuid, one]));
  const hashes = new Map<string, string>(clips.rows.map((one) => [one.sha256, `${one.audioNum} ${one.audioName}`]));
  const texts = new Map<string, Known[]>();
  for (const one of clips.rows) {
    const plain = plainOf(one.text ?? "");
    if (plain) texts.set(plain, [...(texts.get(plain) ?? []), one]);
  }
  const index = indexCandidates([
    ...stations.rows.map(({ staUuid, staName, staSelfCode, nameEn }): ClipCandidate => ({
      key: `station:${staUuid}`,
      name: staName,
      number: staSelfCode,
      text: staName,
      otherNames: nameEn ? [nameEn] : [],
    })),
    ...clips.rows
      .filter(({ staUuid }) => staUuid === null)
      .map(({ audioUuid, audioName, audioNum, text }) => ({
        key: `clip:${audioUuid}`,
        name: audioName,
        number: audioNum,
        text: text ?? undefined,
      })),
  ]);

  function whomFor(fileName: string, tags: SoundTags): WhomFor {
    const match = matchClipName(fileName, tags, index);
    const open = { staUuid: null, replacesUuid: null, text: null };
    if (match.found === "none")
      return { ...open, text: bareName(fileName), why: `${match.why}，作为新的文本`, isOpen: false };
    if (match.found === "several") return { ...open, why: match.why, isOpen: true };
    const station = byKey.get(match.key);
    const clip = station ? ofStation.get(station.staUuid) : clipBy.get(match.key);
    const replaces = clip?.source === "spoken" ? clip.audioUuid : null;
    return {
      staUuid: station?.staUuid ?? null,
      replacesUuid: replaces,
      text: station
        ? language === "en"
          ? (station.nameEn ?? station.staName)
          : station.staName
        : (clip?.text ?? clip?.audioName ?? null),
      why: match.why + (replaces ? "；替换朗读的声音" : ""),
      isOpen: false,
    };
  }

  /** What a file is the same as, of what is kept and of the files before it. */
  function doublesOf(
    sound: { sha256: string; durationMs: number; fileName: string; text: string | null },
    replaces: string | null,
  ) {
    const same = hashes.get(sound.sha256);
    hashes.set(sound.sha256, same ?? `文件 ${sound.fileName}`);
    if (same) return `内容与${same}完全相同`;
    const heard = { ...sound, text: sound.text ?? "" };
    const alike = (texts.get(plainOf(heard.text)) ?? []).find(
      (one) => one.audioUuid !== replaces && soundsAlike(heard, { ...one, text: one.text ?? "" }),
    );
    return alike ? `与 ${alike.audioNum} ${alike.audioName} 说的相同，时长也相近` : null;
  }

  return { whomFor, doublesOf };
}

const bareName = (fileName: string) =>
  fileName
    .replace(/^.*\//, "")
    .replace(/\.[a-z][a-z0-9]{1,3}$/i, "")
    .trim()
    .slice(0, 64) || "未命名";
