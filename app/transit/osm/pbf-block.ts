import type { PbfReader } from "pbf";
import { beyond, mapLimits } from "~/kit/ground/files/limits";
import type { OsmCollector } from "./collector";
import type { MemberType, OsmMember, OsmTags } from "./extract";
import { nodeTagKeys } from "./kept-tags";
import { OsmFileError } from "./osm-file-error";
import { broken, countPacked, hasMore, packed, pbfFields } from "./pbf-bytes";

const longest = 4_096;

/** The texts that a block's elements name by number; each is read when it is asked for. */
class PbfStrings {
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

const kinds: readonly MemberType[] = ["node", "way", "relation"];

/** Hands the elements of an unzipped data block over, each as it is met; throws where lengths and counts do not fit. */
export function readBlock(block: Uint8Array, into: OsmCollector): void {
  const reader = new BlockReader(into);
  for (const { number, value, bytes } of pbfFields(block)) {
    if (number === 1 && bytes) reader.strings = new PbfStrings(bytes);
    else if (number === 17) reader.granularity = value;
    else if (number === 19) reader.latOffset = value * 1e-9;
    else if (number === 20) reader.lngOffset = value * 1e-9;
  }
  for (const { number, bytes } of pbfFields(block)) if (number === 2 && bytes) reader.group(bytes);
}

/** The packed fields of an element by their numbers, and its id. */
interface Parts {
  id: number;
  [field: number]: Uint8Array | undefined;
}

class BlockReader {
  strings = new PbfStrings(new Uint8Array());
  granularity = 100;
  latOffset = 0;
  lngOffset = 0;
  private elements = 0;

  constructor(private readonly into: OsmCollector) {}

  group(bytes: Uint8Array): void {
    this.count();
    for (const { number, bytes: element } of pbfFields(bytes)) {
      if (!element) continue;
      if (number === 2) this.dense(partsOf(element));
      else if (number > 4 || number < 1) throw broken();
      else {
        this.count();
        if (number === 1) this.node(element);
        else if (number === 3) this.way(partsOf(element));
        else this.relation(partsOf(element));
      }
    }
  }

  private dense({ 1: ids, 8: lats, 9: lngs, 10: words }: Parts): void {
    const [id, lat, lng, tags] = [packed(ids), packed(lats), packed(lngs), packed(words)];
    const tagged = hasMore(tags);
    const at = { id: 0, lat: 0, lng: 0 };
    while (hasMore(id)) {
      this.count();
      if (!hasMore(lat) || !hasMore(lng)) throw broken();
      at.id += id.readSVarint();
      at.lat += lat.readSVarint();
      at.lng += lng.readSVarint();
      this.place(at.id, at.lat, at.lng, tagged ? this.denseTags(at.id, tags) : undefined);
    }
    if (hasMore(lat) || hasMore(lng)) throw broken();
  }

  private denseTags(id: number, words: PbfReader): OsmTags {
    const tags: Record<string, string> = {};
    for (let taken = 0; ; taken += 1) {
      if (!hasMore(words)) throw broken();
      const key = words.readVarint();
      if (key === 0) return tags;
      if (!hasMore(words)) throw broken();
      this.tag(tags, id, taken, key, words.readVarint(), nodeTagKeys);
    }
  }

  private node(bytes: Uint8Array): void {
    const place = { lat: NaN, lng: NaN };
    // Sint64, unlike the id of ways and relations: the sign is the last bit.
    const signed = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    const parts = partsOf(bytes, (number, value) => {
      if (number === 8) place.lat = signed(value);
      if (number === 9) place.lng = signed(value);
    });
    const id = signed(parts.id);
    this.place(id, place.lat, place.lng, this.tags(id, parts, nodeTagKeys));
  }

  private place(id: number, lat: number, lng: number, tags: OsmTags | undefined): void {
    const perDegree = 1e9 / (this.granularity || 100);
    this.into.node(id, this.lngOffset + lng / perDegree, this.latOffset + lat / perDegree, tags);
  }

  private way(parts: Parts): void {
    const refs = parts[8];
    const count = countPacked(refs);
    this.into.way(parts.id, count, this.tags(parts.id, parts), () => {
      const from = packed(refs);
      let ref = 0;
      return Float64Array.from({ length: count }, () => (ref += from.readSVarint()));
    });
  }

  private relation(parts: Parts): void {
    const { id, 8: roles, 9: refs, 10: types } = parts;
    const count = countPacked(refs);
    if (countPacked(roles) !== count || countPacked(types) !== count)
      throw new OsmFileError("damaged", `关系 ${id} 的成员有误`, "请重新下载或重新导出");
    this.into.relation(id, count, this.tags(id, parts), () => {
      const [role, member, type] = [packed(roles), packed(refs), packed(types)];
      let ref = 0;
      return Array.from({ length: count }, (): OsmMember => {
        const kind = kinds[type.readVarint()];
        if (!kind) throw new OsmFileError("damaged", `关系 ${id} 的成员有误`, "请重新下载或重新导出");
        return { type: kind, ref: (ref += member.readSVarint()), role: this.strings.at(role.readVarint()) };
      });
    });
  }

  private tags(id: number, { 2: keys, 3: values }: Parts, wanted?: ReadonlySet<string>): OsmTags {
    const [key, value] = [packed(keys), packed(values)];
    const tags: Record<string, string> = {};
    for (let taken = 0; hasMore(key) && hasMore(value); taken += 1)
      this.tag(tags, id, taken, key.readVarint(), value.readVarint(), wanted);
    if (hasMore(key) || hasMore(value)) throw broken();
    return tags;
  }

  private tag(
    tags: Record<string, string>,
    id: number,
    taken: number,
    key: number,
    value: number,
    wanted?: ReadonlySet<string>,
  ): void {
    if (taken >= mapLimits.tags)
      throw new OsmFileError("unsafe", beyond.tags(id, mapLimits.tags), "请检查文件来源后重新导出");
    const name = this.strings.at(key);
    if (name !== "__proto__" && (!wanted || wanted.has(name))) tags[name] = this.strings.at(value);
  }

  private count(): void {
    if (++this.elements > mapLimits.blockElements)
      throw new OsmFileError("unsafe", beyond.blockElements(mapLimits.blockElements), "请重新从 OSM 导出");
  }
}

function partsOf(bytes: Uint8Array, other?: (number: number, value: number) => void): Parts {
  const parts: Parts = { id: NaN };
  for (const field of pbfFields(bytes)) {
    if (!field.bytes) {
      if (field.number === 1) parts.id = field.value;
      else other?.(field.number, field.value);
      continue;
    }
    const before = parts[field.number];
    if (before) throw broken();
    parts[field.number] = field.bytes;
  }
  return parts;
}
