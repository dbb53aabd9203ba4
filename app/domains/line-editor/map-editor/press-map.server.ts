import { routeThrough } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import type { Direction } from "~/domains/lines/directions";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { pressed } from "~/domains/line-versions/sequence/sequence-form";
import { leaveUnanswered, searchAll, trimEnds } from "./edit-path";
import { insertStation, moveStation, removeStation, reorderStation } from "./edit-stations";
import { callsOf, type KnownPlace, placeOf, type Plan, stationsAt } from "./model";
import { knownPlaces, type MapTyped } from "./page.server";
import { pathLines, planOf, textOf } from "./plan-text";
import { laidBy, searchesOf } from "./searches";

export interface Serials {
  at?: number;
  from?: number;
  to?: number;
  which?: number;
}

/** The form after one of its buttons; `notice` says what came of it. Text that cannot be read stays as it was typed. */
export async function pressedMap(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
  button: string,
  asked: Serials,
): Promise<MapTyped & { notice: string | null }> {
  const direction = one.direction as Direction;
  const [verb, argument = ""] = button.split(":");
  const rows = verb === "add" ? [...typed.rows, { staUuid: argument }] : typed.rows;
  const known = await knownPlaces(one, { ...typed, rows });
  const { plan } = planOf(direction, typed.rows, typed.text, known);
  if (!plan) return { ...typed, rows: pressed(typed.rows, button, asked.at, direction), notice: null };
  if (verb === "place")
    return {
      ...typed,
      text: { ...typed.text, moves: withMove(plan, typed.text.moves, (asked.which ?? 0) - 1) },
      notice: null,
    };
  const edited = editedBy(plan, verb!, argument, asked, known);
  if (edited === plan) return { ...typed, notice: null };
  const { plan: routed, notice } = await searched(viewer, edited);
  return { ...typed, rows: callsOf(routed).map(({ row }) => row), text: textOf(routed), notice };
}

function editedBy(
  plan: Plan,
  verb: string,
  argument: string,
  { at, from, to }: Serials,
  known: ReadonlyMap<string, KnownPlace>,
): Plan {
  const call = Number(argument) - 1;
  const calls = stationsAt(plan);
  if (verb === "add" && known.has(argument))
    return insertStation(plan, known.get(argument)!, at === undefined ? undefined : at - 1);
  if (verb === "up" || verb === "down") return reorderStation(plan, call, call + (verb === "up" ? -1 : 1));
  if (verb === "remove") return removeStation(plan, call);
  if (verb === "unmove" && known.has(argument))
    return moveStation(plan, argument, [known.get(argument)!.lng, known.get(argument)!.lat]);
  if (verb === "trim") return trimEnds(plan);
  if (verb === "route")
    return searchAll(
      plan,
      calls[(from ?? 1) - 1] ?? 0,
      (calls[(to ?? calls.length) - 1] ?? plan.anchors.length - 1) - 1,
    );
  return plan;
}

function withMove(plan: Plan, moves: string, call: number): string {
  const anchor = callsOf(plan)[call];
  if (!anchor || plan.moved[anchor.station.staUuid]) return moves;
  return [moves.trim(), `${anchor.station.staSelfCode},${pathLines([placeOf(plan, anchor)])}`]
    .filter(Boolean)
    .join("\n");
}

/** The plan with every asked leg searched; where the roads do not answer it stays there as it was, or straight, and says so. */
async function searched(viewer: Viewer, plan: Plan): Promise<{ plan: Plan; notice: string | null }> {
  let now = plan;
  let notice: string | null = null;
  for (const search of searchesOf(plan)) {
    const found = await attempt(() => routeThrough(viewer, search.places));
    now = found.ok ? laidBy(now, search, found.value) : leaveUnanswered(now, search.legs, found.problem.message);
    if (!found.ok) notice = `${found.problem.message}，原来有路径的路段保留不变，其余暂用直线连接`;
  }
  const broken = now.legs.filter(({ way }) => way === "missing").length;
  return {
    plan: now,
    notice: notice ?? (broken > 0 ? `有 ${broken} 段没有找到可走的道路，暂用直线连接（图中红色虚线）` : null),
  };
}
