import { OsmFileError } from "./osm-file-error";

export interface PbfField {
  number: number;
  /** Set for numbers; sizes and small codes only, as bits above 2^53 are lost. */
  value: number;
  /** Set for length-delimited fields. */
  bytes: Uint8Array | undefined;
}

/** The fields of one protocol buffer message; throws where a length points outside it. */
export function* pbfFields(bytes: Uint8Array): Generator<PbfField> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let power = 1; ; power *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || power > 2 ** 63) throw broken();
      value += (byte & 127) * power;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const kind = key % 8;
    const number = Math.floor(key / 8);
    if (kind === 0) yield { number, value: varint(), bytes: undefined };
    else {
      const length = kind === 2 ? varint() : kind === 1 ? 8 : kind === 5 ? 4 : -1;
      if (length < 0 || at + length > bytes.length) throw broken();
      yield { number, value: 0, bytes: bytes.subarray(at, at + length) };
      at += length;
    }
  }
}

/**
 * Checks the lengths inside an unzipped OSM data block and returns how many elements it holds: the decoder trusts what
 * this has seen, and would run without end on dense nodes whose tag list is too short.
 */
export function countElements(block: Uint8Array): number {
  let count = 0;
  for (const group of pbfFields(block)) {
    if (group.number !== 2 || !group.bytes) continue;
    for (const field of pbfFields(group.bytes)) {
      if (!field.bytes) continue;
      if (field.number === 2) count += countDense(field.bytes);
      else if (field.number <= 4) count += 1;
      else throw broken();
    }
  }
  return count;
}

function countDense(dense: Uint8Array): number {
  const lengths = new Map<number, number>();
  let tagEnds = 0;
  let tagged = false;
  for (const { number, bytes } of pbfFields(dense)) {
    if (!bytes) continue;
    const { values, zeros } = countVarints(bytes);
    lengths.set(number, (lengths.get(number) ?? 0) + values);
    if (number !== 10) continue;
    tagged ||= values > 0;
    tagEnds += zeros;
  }
  const nodes = lengths.get(1) ?? 0;
  if (lengths.get(8) !== nodes || lengths.get(9) !== nodes || (tagged && tagEnds < nodes)) throw broken();
  return nodes;
}

function countVarints(bytes: Uint8Array): { values: number; zeros: number } {
  let values = 0;
  let zeros = 0;
  let begun = false;
  for (const byte of bytes) {
    if (byte >= 128) begun = true;
    else {
      values += 1;
      if (byte === 0 && !begun) zeros += 1;
      begun = false;
    }
  }
  return { values, zeros };
}

const broken = () => new OsmFileError("damaged", "数据块内容有误", "请重新下载或重新导出");
