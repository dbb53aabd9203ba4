import { PbfWriter } from "pbf";
import type { FlatLine } from "~/transit/geo/simplify";
import { EXTENT } from "./tile-extent";

/** Lines in tile units (whole numbers, y down) with what is known of them. */
export interface TileFeature {
  lines: FlatLine[];
  properties: Record<string, string | number>;
}

/** One layer of lines as a Mapbox Vector Tile 2.1; no features give no bytes, which is a valid empty tile. */
export function encodeTile(name: string, features: readonly TileFeature[]): Uint8Array {
  const pbf = new PbfWriter();
  if (features.length > 0) pbf.writeMessage(3, writeLayer, { name, features });
  return pbf.finish();
}

function writeLayer({ name, features }: { name: string; features: readonly TileFeature[] }, pbf: PbfWriter) {
  const keys = new Numbering<string>();
  const values = new Numbering<string | number>();
  pbf.writeVarintField(15, 2);
  pbf.writeStringField(1, name);
  for (const { lines, properties } of features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [keys.of(key), values.of(value)]);
    pbf.writeMessage(2, writeFeature, { tags, geometry: geometryOf(lines) });
  }
  for (const key of keys.items()) pbf.writeStringField(3, key);
  for (const value of values.items()) pbf.writeMessage(4, writeValue, value);
  pbf.writeVarintField(5, EXTENT);
}

function writeFeature({ tags, geometry }: { tags: number[]; geometry: number[] }, pbf: PbfWriter) {
  pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, LINES);
  pbf.writePackedVarint(4, geometry);
}

function writeValue(value: string | number, pbf: PbfWriter) {
  if (typeof value === "string") pbf.writeStringField(1, value);
  else pbf.writeSVarintField(6, value);
}

const LINES = 2;
const [MOVE_TO, LINE_TO] = [1, 2];

function geometryOf(lines: readonly FlatLine[]): number[] {
  const geometry: number[] = [];
  let [x, y] = [0, 0];
  const step = (toX: number, toY: number) => {
    geometry.push(zigzag(toX - x), zigzag(toY - y));
    [x, y] = [toX, toY];
  };
  for (const line of lines) {
    geometry.push((1 << 3) | MOVE_TO);
    step(line[0]!, line[1]!);
    geometry.push(((line.length / 2 - 1) << 3) | LINE_TO);
    for (let i = 2; i + 1 < line.length; i += 2) step(line[i]!, line[i + 1]!);
  }
  return geometry;
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}

class Numbering<T> {
  private readonly numbers = new Map<T, number>();
  of(item: T): number {
    const known = this.numbers.get(item);
    if (known !== undefined) return known;
    this.numbers.set(item, this.numbers.size);
    return this.numbers.size - 1;
  }
  items(): Iterable<T> {
    return this.numbers.keys();
  }
}
