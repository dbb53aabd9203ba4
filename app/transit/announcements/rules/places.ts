import { isLngLat } from "~/transit/geo/lng-lat";
import { metresApart, turnBetween } from "~/transit/geo/metres";
import { azimuthAt, nearestOn, placeAt } from "../driven-path";
import type { Fault } from "../model";
import { headingTolerance } from "../terminal";
import { directions as directionNames } from "../words";
import { type ExaminedDirection, type ExaminedNode, faultAt, type Rule } from "./examined";

const farthest = 50;
const doubtfulTurn = 45;

export const boundsRule: Rule = ({ nodes, directions }) =>
  nodes.flatMap((one) => {
    const { node } = one;
    const faults: Fault[] = [];
    const outside = (field: "azimuth" | "radius" | "limitSpeed", least: number, most: number, name: string) => {
      const value = node[field];
      if (value !== undefined && !(value >= least && value <= most))
        faults.push(faultAt(one, field, `${name}是 ${value}，请填写 ${least} 到 ${most}`));
    };
    outside("azimuth", 0, 359, "方位角");
    outside("radius", 10, 500, "半径");
    outside("limitSpeed", 5, 120, "限速");
    if (!isLngLat(node.lng, node.lat)) faults.push(faultAt(one, "lng", "没有坐标，请在地图上选择位置"));
    if (!(node.distance >= 0)) faults.push(faultAt(one, "distance", "没有距起点的里程，请重新放到路径上"));
    if (node.name.trim() === "" || node.name.length > 64)
      faults.push(faultAt(one, "name", "请填写 1 到 64 个字的名称"));
    if (!directions.some(({ direction }) => direction === node.direction))
      faults.push(faultAt(one, "direction", `线路没有${directionNames[node.direction] ?? "这个方向"}，请删除此节点`));
    return faults;
  });

/** Serials without a gap, distances that rise, and stations that are the line's. */
export const orderRule: Rule = ({ directions }) =>
  directions.flatMap(({ nodes, line }) =>
    nodes.flatMap((one, at) => {
      const { node } = one;
      const before = nodes[at - 1]?.node;
      const faults: Fault[] = [];
      if (node.serial !== at + 1)
        faults.push(faultAt(one, "serial", `序号是 ${node.serial}，应为 ${at + 1}，请重新排列节点`));
      if (before && !(node.distance > before.distance))
        faults.push(
          faultAt(
            one,
            "distance",
            `距起点 ${Math.round(node.distance)} 米，没有超过前一节点“${before.name}”的 ${Math.round(before.distance)} 米，请调整位置或顺序`,
          ),
        );
      if (node.staUuid !== undefined && line.stations[(node.staSerial ?? 0) - 1]?.staUuid !== node.staUuid)
        faults.push(
          faultAt(one, "staUuid", `站点“${node.name}”已不在线路的第 ${node.staSerial ?? "?"} 站，请刷新节点`),
        );
      return faults;
    }),
  );

/** Near the path, and turned as the bus is turned there. */
export const pathRule: Rule = ({ directions }) =>
  eachPlaced(directions, (one, { path }) => {
    const { node } = one;
    const offset = offsetOf(one, path);
    if (offset > farthest)
      return [faultAt(one, "lng", `离路径 ${Math.round(offset)} 米，请移到路径 ${farthest} 米以内`)];
    const turn = turnOf(one, path);
    return turn > headingTolerance
      ? [
          faultAt(
            one,
            "azimuth",
            `方位角 ${node.azimuth} 与路径相差 ${Math.round(turn)} 度，超过 ${headingTolerance} 度就不会播报，请改为 ${azimuthOf(node.distance, path)} 左右`,
          ),
        ]
      : [];
  });

export const doubtfulTurnRule: Rule = ({ directions }) =>
  eachPlaced(directions, (one, { path }) => {
    const turn = turnOf(one, path);
    return turn > doubtfulTurn && turn <= headingTolerance
      ? [faultAt(one, "azimuth", `方位角 ${one.node.azimuth} 与路径相差 ${Math.round(turn)} 度，可能漏报，请核对`)]
      : [];
  });

export const overlapRule: Rule = ({ directions }) =>
  eachPlaced(directions, (one, { nodes }) => {
    const before = nodes[nodes.indexOf(one) - 1]?.node;
    if (!before) return [];
    const { node } = one;
    const metres = metresApart([before.lng, before.lat], [node.lng, node.lat]);
    return metres < before.radius + node.radius
      ? [
          faultAt(
            one,
            "radius",
            `与前一节点“${before.name}”相距 ${Math.round(metres)} 米，小于两者半径之和 ${before.radius + node.radius} 米，请核对`,
          ),
        ]
      : [];
  });

function eachPlaced(
  directions: readonly ExaminedDirection[],
  faultsOf: (one: ExaminedNode, direction: ExaminedDirection) => Fault[],
): Fault[] {
  return directions
    .filter(({ path }) => path.length > 0)
    .flatMap((direction) =>
      direction.nodes
        .filter(({ node }) => isLngLat(node.lng, node.lat) && Number.isFinite(node.distance))
        .flatMap((one) => faultsOf(one, direction)),
    );
}

function azimuthOf(distance: number, path: ExaminedDirection["path"]): number {
  return Math.round(azimuthAt(path, distance)) % 360;
}

function turnOf({ node }: ExaminedNode, path: ExaminedDirection["path"]): number {
  return turnBetween(node.azimuth, azimuthOf(node.distance, path));
}

/** Looked for along the whole path only where the node is not where its distance says. */
function offsetOf({ node }: ExaminedNode, path: ExaminedDirection["path"]): number {
  const there = metresApart(placeAt(path, node.distance), [node.lng, node.lat]);
  return there <= farthest ? there : nearestOn(path, [node.lng, node.lat]).offset;
}
