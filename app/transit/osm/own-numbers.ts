import { createHash } from "node:crypto";
import type { MemberType, OsmExtract, OsmMember, OsmRelation, OsmWay } from "./extract";

/**
 * Gives what an editor has numbered itself, below zero and anew in each of its files, numbers that are the same only where it
 * lies the same: of a node its place, of a way that of its first node, of a relation what it holds. `former` has the numbers
 * that the file gave its ways, by the new ones.
 */
export function withOwnNumbers(extract: OsmExtract): OsmExtract {
  const { nodes, nodeTags, ways, relations, restrictions } = extract;
  const hasOwn = [nodes.ids[0], ways[0]?.id, relations[0]?.id, restrictions[0]?.id].some(
    (id) => id !== undefined && id < 0,
  );
  if (!hasOwn) return extract;
  const numbers: Record<MemberType, Map<number, number>> = { node: new Map(), way: new Map(), relation: new Map() };
  const numberOf = (type: MemberType, id: number) => numbers[type].get(id) ?? id;
  for (let index = 0; index < nodes.size && nodes.ids[index]! < 0; index += 1) {
    const id = nodes.ids[index]!;
    numbers.node.set(id, ownNumber("node", id, nodes.lngAt(index), nodes.latAt(index)));
  }
  for (const { id, refs } of ways) {
    const first = refs.find((ref) => nodes.indexOf(ref) >= 0);
    if (id < 0) numbers.way.set(id, ownNumber("way", id, ...(first === undefined ? [] : nodes.position(first)!)));
  }
  const renumbered = ({ type, ref, role }: OsmMember): OsmMember => ({ type, ref: numberOf(type, ref), role });
  const all = [...relations, ...restrictions];
  for (const { id, members } of all) {
    const held = members.filter(({ type }) => type !== "relation").map((one) => numberOf(one.type, one.ref));
    if (id < 0) numbers.relation.set(id, ownNumber("relation", id, ...held));
  }
  const withMembers = (some: readonly OsmRelation[]) =>
    some
      .map(({ id, members, tags }) => ({ id: numberOf("relation", id), members: members.map(renumbered), tags }))
      .sort(byId);
  return {
    ...extract,
    nodes: nodes.withIds((id) => numberOf("node", id)),
    nodeTags: new Map([...nodeTags].map(([id, tags]) => [numberOf("node", id), tags])),
    ways: ways
      .map(({ id, refs, tags }): OsmWay => ({
        id: numberOf("way", id),
        refs: refs.map((ref) => numberOf("node", ref)),
        tags,
      }))
      .sort(byId),
    relations: withMembers(relations),
    restrictions: withMembers(restrictions),
    former: new Map([...numbers.way].map(([former, own]) => [own, former])),
  };
}

/** Editors count down from -1; no number of theirs lies below. */
const belowTheirs = 2 ** 33;

function ownNumber(type: MemberType, id: number, ...place: number[]): number {
  const digest = createHash("sha256").update(`${type} ${id} ${place.join()}`).digest();
  return -(digest.readUIntBE(0, 6) + belowTheirs);
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
