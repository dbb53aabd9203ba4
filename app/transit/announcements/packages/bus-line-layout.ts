import type { CompiledLine } from "../model";

export const formatName = "bus-line-file/1";

export const publicHeads = { serial: "serial", use: "use", name: "name" };
export const playlistHeads = {
  nodeSerial: "nodeSerial",
  direction: "direction",
  voiceUse: "voiceUse",
  order: "order",
  kind: "kind",
  ref: "ref",
};
export const textHeads = { direction: "direction", node: "node", lang: "lang", text: "text", seconds: "seconds" };
/** What is set beside what every node has, a row a value; `direction` 0 is a public node. */
export const extraHeads = { direction: "direction", node: "node", column: "column", value: "value" };
export const audioHeads = {
  id: "id",
  file: "file",
  durationMs: "durationMs",
  text: "text",
  speaker: "speaker",
  language: "language",
};
export const pathHeads = { lng: "lng", lat: "lat", distance: "distance" };

export interface Manifest {
  format: typeof formatName;
  lineNo: string;
  lineName: string;
  classifySid: string;
  fileVersion: string;
  charset: CompiledLine["charset"];
  crs: "WGS84";
  created: string;
  voiceVersion: string;
  counts: { directions: number; stations: number; nodes: number; clips: number };
  /** `held` marks a clip that is not in the package because the vehicle has it. */
  files: { path: string; size: number; crc32: number; sha256: string; held?: true }[];
  totalBytes: number;
}
