import { edgeLength, type RoadGraph } from "~/transit/roads/graph";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { placeOn } from "~/transit/roads/near";
import { nameInEnglish } from "./demo-english";
import { hubs, landmarks, plazaName, standingApart } from "./demo-landmarks";
import type { Link } from "./demo-roads";
import { type Junction, streets } from "./demo-streets";

export interface DemoStation {
  staSelfCode: string;
  staName: string;
  nameEn: string;
  lng: number;
  lat: number;
  azimuth: number;
  road: string;
  roadSide: string;
  district: string;
  address: string;
  nearby: string | null;
  staKind: number;
  state: number;
  /** Bits: 1 候车亭, 2 电子站牌, 4 座椅. */
  facilities: number;
  openDate: string | null;
  stopDate: string | null;
  remark: string | null;
}

/** A station and where a bus stops for it: an arc of the road graph, metres along it, and metres from there to the kerb. */
export interface DemoStop {
  station: DemoStation;
  arc: number;
  offset: number;
  aside: number;
}

export interface ServedRoads {
  graph: RoadGraph;
  links: readonly Link[];
  arcOf: (edgeKey: string, forward: boolean) => number;
  served: ReadonlySet<string>;
  terminals: ReadonlySet<string>;
}

export function demoStops({ graph, links, arcOf, served, terminals }: ServedRoads): DemoStop[] {
  const taken = new Set(Object.values(landmarks));
  const apart = [...standingApart];
  let number = 1002;
  return links.flatMap((link) => {
    if (isBridge(link)) return [];
    const keys = [link.edge.edgeKey, ...(link.busLane ? [link.busLane.edgeKey] : [])];
    const isServed = keys.some((key) => served.has(key));
    const isNeeded = landmarkOf(link) !== undefined || keys.some((key) => terminals.has(key));
    if (isServed ? !isNeeded && steady(link, 1) < 0.2 : apart.length === 0 || steady(link, 2) < 0.6) return [];
    const odd = isServed ? undefined : apart.shift();
    const part = landmarkOf(link) || odd ? 0.5 : steady(link, 3) < 0.5 ? 0.28 : 0.72;
    const staName = odd?.staName ?? nameOf(link, part, taken);
    taken.add(staName);
    const place = staName === plazaName ? 1001 : number++;
    const aside = kerb[link.street.roadClass] ?? 9;
    return sidesOf(link).map(({ edgeKey, forward }, side): DemoStop => {
      const arc = arcOf(edgeKey, forward);
      const offset = (forward ? part : 1 - part) * edgeLength(graph, arc >> 1) + (part === 0.5 ? 26 : 0);
      const beside = besideArc(graph, arc, offset, aside);
      return {
        arc,
        offset,
        aside,
        station: { staSelfCode: codeOf(place, side), ...factsOf(link, staName, beside.azimuth), ...beside, ...odd },
      };
    });
  });
}

/** Metres from the middle of the road to the stop. */
const kerb: Record<string, number> = { trunk: 16, primary: 14, secondary: 11 };

/** The ways of driving past: along, back, and in the bus lane. */
function sidesOf({ edge, busLane }: Link): { edgeKey: string; forward: boolean }[] {
  const sides = [];
  if (edge.forward) sides.push({ edgeKey: edge.edgeKey, forward: true });
  if (edge.backward) sides.push({ edgeKey: edge.edgeKey, forward: false });
  if (busLane) sides.push({ edgeKey: busLane.edgeKey, forward: true });
  return sides;
}

function besideArc(graph: RoadGraph, arc: number, along: number, metres: number) {
  const [lng, lat] = placeOn(graph, arc, along);
  const [before, after] = [placeOn(graph, arc, along - 4), placeOn(graph, arc, along + 4)];
  const east = metresPerDegreeEast(lat);
  const heading = Math.atan2((after[0] - before[0]) * east, (after[1] - before[1]) * METRES_PER_DEGREE);
  const right = heading + Math.PI / 2;
  return {
    lng: sixDecimals(lng + (Math.sin(right) * metres) / east),
    lat: sixDecimals(lat + (Math.cos(right) * metres) / METRES_PER_DEGREE),
    azimuth: (Math.round((heading * 180) / Math.PI) + 360) % 360,
  };
}

function factsOf(
  link: Link,
  staName: string,
  azimuth: number,
): Omit<DemoStation, "staSelfCode" | "lng" | "lat" | "azimuth"> {
  const road = link.street.name;
  const roadSide = ["东侧", "南侧", "西侧", "北侧"][Math.round(azimuth / 90) % 4]!;
  const [from, to] = [crossing(link, link.from), crossing(link, link.to)];
  return {
    staName,
    nameEn: nameInEnglish(staName),
    road,
    roadSide,
    district: "110100",
    address: from && to ? `${road}${roadSide}，${from}与${to}之间` : `${road}${roadSide}`,
    nearby: landmarkOf(link) ? `${staName}出入口` : null,
    staKind: hubs.includes(staName) ? 4 : ["trunk", "primary"].includes(link.street.roadClass) ? 3 : 1,
    state: 10,
    facilities: hubs.includes(staName) ? 7 : Math.floor(steady(link, 4) * 8),
    openDate: "2021-06-01",
    stopDate: null,
    remark: null,
  };
}

const isBridge = ({ from, to }: Link) => from[1] === to[1] && Math.min(from[0], to[0]) === 8;

/** Two usual kinds of number: four digits with a letter for the side, and eight hexadecimal digits. */
function codeOf(place: number, side: number): string {
  return place % 3 === 2
    ? `${place}${"ABC"[side]}`
    : (0x3c5a0000 + place * 0x2f1 + side * 0x11).toString(16).toUpperCase();
}

const sixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** A name not yet taken for a station on this stretch, `part` (0 to 1) of the way along. */
function nameOf(link: Link, part: number, taken: ReadonlySet<string>): string {
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

function crossing({ street }: Link, [column, row]: Junction): string | undefined {
  return streets.find(
    ({ name, junctions }) => name !== street.name && junctions.some((other) => other[0] === column && other[1] === row),
  )?.name;
}

const landmarkOf = ({ street, from, to }: Link): string | undefined =>
  landmarks[`${street.name}:${from[0] === to[0] ? from[1] : from[0]}`];

/** A number from 0 to 1 that is always the same for a link. */
function steady({ from, to }: Link, salt: number): number {
  const value =
    Math.sin(from[0] * 12.9898 + from[1] * 78.233 + to[0] * 37.719 + to[1] * 9.151 + salt * 4.581) * 43758.5453;
  return value - Math.floor(value);
}
