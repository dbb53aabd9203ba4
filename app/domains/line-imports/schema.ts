import type { ImportFacts } from "~/kit/page/import-flow/import-states";

export const importKinds = {
  stations: "线路站点",
  lines: "线路文件",
  gtfs: "GTFS",
  reference: "参考线",
} as const;
export type ImportKind = keyof typeof importKinds;

/** A file on its way into lines; `choices` is what the person chose for it, by kind. */
export interface LineImportRow<Choices = unknown, Preview = unknown, Result = unknown> extends ImportFacts<
  Preview,
  Result
> {
  kind: ImportKind;
  lineUuid: string | null;
  direction: number | null;
  choices: Choices;
  /** Of those that can be taken back. */
  undoing: boolean;
  undoneAt: Date | null;
  undoneByName: string | null;
}
