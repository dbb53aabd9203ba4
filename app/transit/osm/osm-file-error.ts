export type OsmFault =
  | "empty"
  | "not-osm"
  | "packed"
  | "truncated"
  | "damaged"
  | "unsafe"
  | "too-big"
  | "out-of-range"
  | "duplicate"
  | "stopped";

/** A map file that cannot be used: `message` tells a person what is wrong, where, and what to do; `fault` tells code. */
export class OsmFileError extends Error {
  override readonly name = "OsmFileError";

  constructor(
    readonly fault: OsmFault,
    readonly what: string,
    readonly advice: string,
    readonly where = "",
  ) {
    super(`${what}${where ? `（${where}）` : ""}，${advice}`);
  }
}
