import type { NodeExtra } from "./node-extra";
import type { Direction, Event, Language, NodeUse, Part, VoiceType, VoiceUse } from "./words";

export type * from "./compiled";

/** What something is called in each language it is announced in. */
export type Names = Partial<Record<Language, string>>;

/** One call of a direction; coordinates are WGS84, the azimuth is the station's own and may be unknown. */
export interface LineStation {
  serial: number;
  staUuid: string;
  code: string;
  names: Names;
  lng: number;
  lat: number;
  azimuth?: number;
  /** Metres before the stop at which it is announced, and metres behind it at which the next one is. */
  inRadius: number;
  outRadius: number;
  limitSpeed?: number;
  /** 1上行起 2上行终 3下行起 4下行终 5普通 6上行招呼 7下行招呼. */
  staType: number;
}

export interface PathPoint {
  lng: number;
  lat: number;
  distance: number;
}

export interface LineDirection {
  direction: Direction;
  stations: LineStation[];
  path: PathPoint[];
}

export interface LineInput {
  classifySid: string;
  lineNo: string;
  names: Names;
  /** A loop has direction 1 only, and its first station is its last. */
  isLoop: boolean;
  directions: LineDirection[];
}

export interface Clip {
  audioUuid: string;
  language: Language;
  /** The words heard; a station's clip without `staUuid` is found by them. */
  text: string;
  staUuid?: string;
  source: "recorded" | "spoken";
  speaker: number;
  durationMs: number;
  format: "mp3" | "wav";
  sizeBytes: number;
  crc32: number;
  sha256: string;
  /** Names that a person has said it is right for, though its words are others. */
  agreed?: string[];
  /** Of its file as it is found now, null where the file is gone; not compared where left out. */
  fileSha256?: string | null;
}

/** One slot of the row (event, voiceUse, language); slots are heard by `order`. */
export interface RecipeSlot {
  event: Event;
  voiceUse: VoiceUse;
  language: Language;
  order: number;
  part: Part;
  /** Of a `clip` only. */
  audioUuid?: string;
}

/** A text for the display; holds {station} {next} {terminus} {line}. */
export interface RecipeText {
  event: Event;
  voiceUse: VoiceUse;
  language: Language;
  order: number;
  text: string;
  seconds: number;
}

/** One thing heard: a clip, or words the vehicle speaks itself. */
export type PlayItem = { audioUuid: string } | { text: string };

export interface Playlist {
  voiceUse: VoiceUse;
  voiceType: VoiceType;
  items: PlayItem[];
}

export interface DisplayText {
  language: Language;
  text: string;
  seconds: number;
}

/** Something every line has that is heard at no place: a service phrase, an advert. */
export interface PublicNode {
  nodeUuid: string;
  name: string;
  use: NodeUse;
  extra?: NodeExtra;
  playlists: Playlist[];
  texts: DisplayText[];
}

export interface Recipe {
  versionNum: string;
  slots: RecipeSlot[];
  texts: RecipeText[];
  publicNodes: PublicNode[];
}

/** A place on the path at which something is heard; made from a station where it has a `staUuid`, else by hand. */
export interface Node {
  /** Unique in its file: the caller's key, or `direction-station-in` as `makeNodes` writes it. */
  nodeUuid: string;
  direction: Direction;
  /** 1, 2, 3, ... along the direction. */
  serial: number;
  use: NodeUse;
  nodeTypeUuid?: string;
  staUuid?: string;
  /** Which call of the direction, since a station may recur. */
  staSerial?: number;
  /** What a station's node announces by the recipe; none for a node made by hand. */
  event?: Event;
  name: string;
  lng: number;
  lat: number;
  azimuth: number;
  radius: number;
  distance: number;
  limitSpeed?: number;
  isBroadcast: boolean;
  isReport: boolean;
  /** Values of its type's columns; none where nothing is set. */
  extra?: NodeExtra;
  /** These replace the recipe's for their loudspeaker. */
  playlists: Playlist[];
  /** These replace the recipe's where there are any. */
  texts: DisplayText[];
}
