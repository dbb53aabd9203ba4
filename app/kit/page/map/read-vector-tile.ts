import { PbfReader } from "pbf";
import type { FlatLine } from "~/transit/geo/simplify";
import type { TileFeature } from "./vector-tile";

/** The lines of a tile as `encodeTile` writes it. */
export function decodeTile(bytes: Uint8Array): TileFeature[] {
  const raw: { tags: number[]; geometry: number[] }[] = [];
  const [keys, values]: [string[], (string | number)[]] = [[], []];
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag === 3) pbf.readMessage(readLayer, null);
  }, null);
  return raw.map(({ tags, geometry }) => {
    const properties: TileFeature["properties"] = {};
    for (let i = 0; i + 1 < tags.length; i += 2) properties[keys[tags[i]!]!] = values[tags[i + 1]!]!;
    return { lines: linesOf(geometry), properties };
  });

  function readLayer(tag: number, _: null, pbf: PbfReader) {
    if (tag === 2) {
      const feature = { tags: [], geometry: [] };
      pbf.readMessage(readFeature, feature);
      raw.push(feature);
    } else if (tag === 3) keys.push(pbf.readString());
    else if (tag === 4) pbf.readMessage(readValue, values);
  }
}

function readFeature(tag: number, feature: { tags: number[]; geometry: number[] }, pbf: PbfReader) {
  if (tag === 2) pbf.readPackedVarint(feature.tags);
  else if (tag === 4) pbf.readPackedVarint(feature.geometry);
}

function readValue(tag: number, values: (string | number)[], pbf: PbfReader) {
  if (tag === 1) values.push(pbf.readString());
  else if (tag === 6) values.push(pbf.readSVarint());
}

/** Commands of one point (move) or of several (line), each a step from the point before. */
function linesOf(geometry: readonly number[]): FlatLine[] {
  const lines: FlatLine[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < geometry.length;) {
    const command = geometry[i++]!;
    if ((command & 7) === 1) lines.push([]);
    for (let points = command >> 3; points > 0; points--) {
      x += unzigzag(geometry[i++]!);
      y += unzigzag(geometry[i++]!);
      lines.at(-1)!.push(x, y);
    }
  }
  return lines;
}

function unzigzag(value: number): number {
  return (value >> 1) ^ -(value & 1);
}
