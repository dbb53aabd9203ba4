import { beyond, mapLimits } from "~/kit/ground/files/limits";
import { isLngLat, type Box } from "~/transit/geo/lng-lat";
import type { OsmExtract, OsmMember, OsmRelation, OsmTags, OsmWay } from "./extract";
import {
  isKeptNode,
  isKeptWay,
  isRestriction,
  isStop,
  keptTags,
  nodeTagKeys,
  otherKind,
  wayTagKeys,
} from "./kept-tags";
import { firstRepeat, NodeCollector } from "./nodes";
import { OsmFileError } from "./osm-file-error";

/** Caps on what one file may hold; a file beyond them is refused, never cut short. */
export interface OsmLimits {
  /** Bytes after unzipping. */
  bytes: number;
  nodes: number;
  ways: number;
  relations: number;
}

/** Takes a file's elements as a reader meets them and keeps what roads and bus routes need. */
export class OsmCollector {
  private readonly nodes = new NodeCollector();
  private readonly nodeTags = new Map<number, OsmTags>();
  private readonly ways: OsmWay[] = [];
  private readonly wayIds: number[] = [];
  private readonly relations: OsmRelation[] = [];
  private readonly restrictions: OsmRelation[] = [];
  private readonly relationIds: number[] = [];
  private readonly otherRelations: Record<string, number> = {};
  private bounds: Box | null = null;
  private keptRefs = 0;
  private keptMembers = 0;

  constructor(
    private readonly limits: OsmLimits,
    /** Where the reader is, for messages. */
    private readonly where: () => string,
  ) {}

  node(id: number, lng: number, lat: number, tags?: OsmTags): void {
    this.check("节点", id);
    this.within(this.nodes.count + 1, this.limits.nodes, beyond.nodes);
    if (!isLngLat(lng, lat))
      throw this.fault(
        "out-of-range",
        `节点 ${id} 的坐标 ${lng},${lat} 超出经纬度范围`,
        "请确认文件使用 WGS84 经纬度后重新导出",
      );
    this.nodes.add(id, lng, lat);
    if (tags && isKeptNode(tags)) {
      this.within(this.nodeTags.size + 1, mapLimits.namedNodes, beyond.namedNodes);
      this.nodeTags.set(id, keptTags(tags, nodeTagKeys));
    }
    const box = (this.bounds ??= { minLng: lng, minLat: lat, maxLng: lng, maxLat: lat });
    if (lng < box.minLng) box.minLng = lng;
    if (lng > box.maxLng) box.maxLng = lng;
    if (lat < box.minLat) box.minLat = lat;
    if (lat > box.maxLat) box.maxLat = lat;
  }

  /** `refs` is asked only of a way that is kept. */
  way(id: number, count: number, tags: OsmTags, refs: () => Float64Array): void {
    this.check("道路", id);
    this.within(this.wayIds.length + 1, this.limits.ways, beyond.ways);
    if (count > mapLimits.wayNodes) throw this.fault("unsafe", beyond.wayNodes(id, count), "请检查文件来源后重新导出");
    this.wayIds.push(id);
    if (!isKeptWay(tags)) return;
    this.within((this.keptRefs += count), mapLimits.keptRefs, beyond.keptRefs);
    this.ways.push({ id, refs: refs(), tags: keptTags(tags, wayTagKeys) });
  }

  /** `members` is asked only of a relation that is kept. */
  relation(id: number, count: number, tags: OsmTags, members: () => readonly OsmMember[]): void {
    this.check("关系", id);
    this.within(this.relationIds.length + 1, this.limits.relations, beyond.relations);
    if (count > mapLimits.members) throw this.fault("unsafe", beyond.members(id, count), "请检查文件来源后重新导出");
    this.relationIds.push(id);
    const other = otherKind(tags);
    if (other) return void (this.otherRelations[other] = (this.otherRelations[other] ?? 0) + 1);
    this.within((this.keptMembers += count), mapLimits.keptMembers, beyond.keptMembers);
    const kept = isRestriction(tags) ? this.restrictions : this.relations;
    kept.push({ id, members: members(), tags: keptTags(tags) });
  }

  /** What was kept; throws where an id stands twice or the file has no element at all. */
  finish(): OsmExtract {
    if (!this.nodes.count && !this.wayIds.length && !this.relationIds.length)
      throw new OsmFileError("empty", "文件中没有任何地图数据", "请确认导出范围后重新导出");
    const counts = {
      nodes: this.nodes.count,
      ways: this.wayIds.length,
      relations: this.relationIds.length,
      missingNodes: 0,
    };
    const { table, duplicate } = this.nodes.finish();
    this.refuseTwice("节点", duplicate);
    this.refuseTwice("道路", firstRepeat(Float64Array.from(this.wayIds).sort()));
    this.refuseTwice("关系", firstRepeat(Float64Array.from(this.relationIds).sort()));

    const marks = new Uint8Array(table.size);
    const mark = (id: number) => {
      const index = table.indexOf(id);
      if (index >= 0) marks[index] = 1;
      return index >= 0;
    };
    for (const way of this.ways) for (const ref of way.refs) if (!mark(ref)) counts.missingNodes += 1;
    const members = new Set<number>();
    for (const relation of this.relations)
      for (const member of relation.members) if (member.type === "node" && mark(member.ref)) members.add(member.ref);
    for (const [id, tags] of this.nodeTags) {
      if (isStop(tags)) mark(id);
      else if (!members.has(id)) this.nodeTags.delete(id);
    }
    return {
      bounds: this.bounds,
      nodes: table.only(marks),
      nodeTags: this.nodeTags,
      ways: this.ways.sort((a, b) => a.id - b.id),
      relations: this.relations.sort((a, b) => a.id - b.id),
      restrictions: this.restrictions.sort((a, b) => a.id - b.id),
      otherRelations: Object.fromEntries(Object.entries(this.otherRelations).sort(([a], [b]) => (a < b ? -1 : 1))),
      counts,
    };
  }

  private check(noun: string, id: number): void {
    if (!Number.isSafeInteger(id) || id === 0) throw this.fault("damaged", `${noun}编号“${id}”无效`, "请重新导出文件");
  }

  private within(count: number, most: number, words: (most: number) => string): void {
    if (count > most) throw this.fault("too-big", words(most), "请缩小导出范围，分几次导入");
  }

  private refuseTwice(noun: string, id: number | undefined): void {
    if (id !== undefined)
      throw new OsmFileError(
        "duplicate",
        `${noun} ${id} 在文件中出现两次`,
        "请导出当前数据（不含历史版本），不要把几个文件直接拼接",
      );
  }

  private fault(...[fault, what, advice]: [OsmFileError["fault"], string, string]): OsmFileError {
    return new OsmFileError(fault, what, advice, this.where());
  }
}
