import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import type { ImportFacts } from "~/kit/page/import-flow/import-states";
import { audioRoom } from "./room";

const { language, use, typeUuid, speaker, voiceType } = audioRoom.fields;

/** What all clips of an import have. */
export const GivenForm = z.object({
  language: language.rule,
  use: use.rule,
  typeUuid: typeUuid.rule,
  speaker: speaker.rule,
  voiceType: voiceType.rule,
});
export type ClipImportSettings = z.output<typeof GivenForm>;

/** Which names are to be spoken: of one line, of an organisation's lines, of all stations. */
export const SpeakForm = z.object({
  language: language.rule,
  voiceType: voiceType.rule,
  lineUuid: recordKey.optional(),
  orgId: recordKey.optional(),
});

export interface AudioCounts {
  rows: number;
  created: number;
  replaced: number;
  refused: number;
}

export interface AudioImport extends ImportFacts<{ rows: number }, AudioCounts> {
  kind: "upload" | "speak";
  choices: ClipImportSettings;
}

export interface AudioImportRow {
  row: number;
  fileName: string;
  fileKey: string | null;
  facts: Record<string, unknown> | null;
  fault: string | null;
  staUuid: string | null;
  replacesUuid: string | null;
  text: string | null;
  why: string;
  doubles: string | null;
  isSkipped: boolean;
  audioUuid: string;
  outcome: "created" | "replaced" | "refused" | null;
}

export const importsUrl = `${audioRoom.url}/import`;
export const importUrl = ({ importId }: { importId: string }) => `${importsUrl}/${importId}`;
