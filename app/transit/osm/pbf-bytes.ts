import { PbfReader } from "pbf";
import { OsmFileError } from "./osm-file-error";

export interface PbfField {
  number: number;
  /** Set for whole numbers; those beyond 2^53 lose their last bits. */
  value: number;
  /** Set for length-delimited fields. */
  bytes: Uint8Array | undefined;
}

/** The fields of one protocol buffer message, one after the other; throws where a length points outside it. */
export function* pbfFields(bytes: Uint8Array): Generator<PbfField> {
  let at = 0;
  const varint = () => {
    const from = at;
    let value = 0;
    for (let power = 1; ; power *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || power > 2 ** 63) throw broken();
      value += (byte & 127) * power;
      if (byte < 128) return power === 2 ** 63 && byte & 1 ? negative(bytes.subarray(from, at)) : value;
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

/** Ten bytes that begin with the sign: one less than the number of all bits turned over. */
function negative(bytes: Uint8Array): number {
  return -1 - bytes.reduce((sum, byte, at) => sum + (~byte & (at === 9 ? 1 : 127)) * 128 ** at, 0);
}

/** Whole numbers packed one behind the other, to be taken one by one; throws where the last is cut off. */
export function packed(bytes: Uint8Array | undefined): PbfReader {
  if (bytes?.length && bytes.at(-1)! >= 128) throw broken();
  return new PbfReader(bytes ?? new Uint8Array());
}

export const hasMore = ({ pos, length }: PbfReader) => pos < length;

export function countPacked(bytes: Uint8Array | undefined): number {
  return bytes?.reduce((count, byte) => (byte < 128 ? count + 1 : count), 0) ?? 0;
}

export const broken = () => new OsmFileError("damaged", "数据块内容有误", "请重新下载或重新导出");
