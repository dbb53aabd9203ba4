import { beyond, mapLimits } from "~/kit/ground/files/limits";
import { OsmFileError } from "./osm-file-error";
import { broken, pbfFields } from "./pbf-bytes";

const longest = 4_096;

/** The texts that a block's elements name by number; each is read when it is asked for. */
export class PbfStrings {
  private readonly begins: number[] = [];
  private readonly lengths: number[] = [];
  private readonly read: (string | undefined)[] = [];

  constructor(private readonly table: Uint8Array) {
    for (const { number, bytes } of pbfFields(table)) {
      if (number !== 1 || !bytes) continue;
      if (this.begins.length >= mapLimits.blockStrings)
        throw new OsmFileError("unsafe", beyond.blockStrings(mapLimits.blockStrings), "请重新从 OSM 导出");
      this.begins.push(bytes.byteOffset - table.byteOffset);
      this.lengths.push(Math.min(bytes.length, longest));
    }
  }

  at(index: number): string {
    const begin = this.begins[index];
    if (begin === undefined) throw broken();
    return (this.read[index] ??= Buffer.from(
      this.table.buffer,
      this.table.byteOffset + begin,
      this.lengths[index],
    ).toString("utf8"));
  }
}
