import type { Clip, LineDirection, LineInput, Names, Node, PublicNode, Recipe } from "./model";
import type { Charset, Language, PackageFormat, VoiceUse } from "./words";

export interface Device {
  packageFormat: PackageFormat;
  charset: Charset;
  maxBytes: number;
  /** Whether it speaks words that have no clip. */
  speaks: boolean;
}

export interface CompileInput {
  line: LineInput;
  recipe: Recipe;
  nodes: Node[];
  clips: Clip[];
  device: Device;
  fileVersion: string;
  lastVersion?: string;
  /** As it is to stand in the package; never taken from the clock. */
  created: string;
  /** `YYYY-MM-DD` where the operator is, from which on the file is used. */
  today: string;
}

/** `row` counts nodes of the input from 1; a fault of no node has none. */
export interface Fault {
  path: string;
  message: string;
  row?: number;
  /** The clip of a stop that says other words than its name. */
  otherName?: OtherName;
  /** Words that no clip says yet; told once for all places by `findMissing`. */
  isMissing?: true;
}

/** Words that a file needs and no clip says, at so many places. */
export interface MissingVoice {
  words: string;
  language: Language;
  /** Of a station's name. */
  staUuid?: string;
  places: number;
}

export interface OtherName {
  audioUuid: string;
  staUuid?: string;
  language: Language;
  /** The stop's name, and what the clip says. */
  name: string;
  said: string;
  source: "recorded" | "spoken";
}

/** A number counts from 1 in the package's `clips`; words for a vehicle that speaks come with the clip that says them to others. */
export type CompiledItem = { clip: number; text?: undefined } | { text: string; clip?: number };

export interface CompiledPlaylist {
  voiceUse: VoiceUse;
  items: CompiledItem[];
}

export interface CompiledNode extends Omit<Node, "nodeUuid" | "nodeTypeUuid" | "playlists"> {
  playlists: CompiledPlaylist[];
}

export interface CompiledPublicNode extends Pick<PublicNode, "name" | "use" | "extra" | "texts"> {
  playlists: CompiledPlaylist[];
}

/** What a package holds, whatever its format. */
export interface CompiledLine {
  classifySid: string;
  lineNo: string;
  names: Names;
  isLoop: boolean;
  fileVersion: string;
  voiceVersion: string;
  created: string;
  charset: Charset;
  directions: LineDirection[];
  nodes: CompiledNode[];
  publicNodes: CompiledPublicNode[];
  clips: CompiledClip[];
}

export type CompiledClip = Omit<Clip, "audioUuid" | "staUuid" | "source" | "fileSha256">;

export interface CompileResult {
  errors: Fault[];
  warnings: Fault[];
  /** Only where there is no error. */
  package?: CompiledLine;
}
