import { landmarks } from "./demo-landmarks";
import type { Link } from "./demo-roads";
import { type Junction, streets } from "./demo-streets";

/** A name not yet taken for a station on this stretch, `part` (0 to 1) of the way along. */
export function nameOf(link: Link, part: number, taken: ReadonlySet<string>): string {
  const landmark = landmarkOf(link);
  if (landmark) return landmark;
  const { name } = link.street;
  const [near, far] = part < 0.5 ? [link.from, link.to] : [link.to, link.from];
  const crossings = [near, far].map((junction) => crossing(link, junction)).filter((other) => other !== undefined);
  const isTurned = crossings.some((other) => taken.has(`${other}${name}`));
  const names = [
    ...(steady(link, 5) < 0.35 ? [`${crossings[0]}口`] : []),
    edgeOfTown(link),
    ...(isTurned ? [] : crossings.map((other) => `${name}${other}`)),
    ...["邮局", "社区", "小学", "菜市场", "卫生院"].map((place) => `${name}${place}`),
  ];
  return names.find((candidate) => candidate && !taken.has(candidate)) ?? `${name}${crossings.join("")}`;
}

/** 青年街南 for a street's southernmost stretch, and so on. */
function edgeOfTown({ street, from, to }: Link): string | undefined {
  if (street.roadClass === "trunk") return undefined;
  if (from[0] === to[0]) return from[1] === 0 ? `${street.name}南` : to[1] === 9 ? `${street.name}北` : undefined;
  return from[0] === 0 ? `${street.name}西` : to[0] === 13 ? `${street.name}东` : undefined;
}

export function crossing({ street }: Link, [column, row]: Junction): string | undefined {
  return streets.find(
    ({ name, junctions }) => name !== street.name && junctions.some((other) => other[0] === column && other[1] === row),
  )?.name;
}

export const landmarkOf = ({ street, from, to }: Link): string | undefined =>
  landmarks[`${street.name}:${from[0] === to[0] ? from[1] : from[0]}`];

/** A number from 0 to 1 that is always the same for a link. */
export function steady({ from, to }: Link, salt: number): number {
  const value =
    Math.sin(from[0] * 12.9898 + from[1] * 78.233 + to[0] * 37.719 + to[1] * 9.151 + salt * 4.581) * 43758.5453;
  return value - Math.floor(value);
}
