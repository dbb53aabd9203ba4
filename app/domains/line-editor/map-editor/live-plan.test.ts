import { afterEach, expect, test, vi } from "vitest";
import { addVia, drawLeg, searchAll, setMode } from "./edit-path";
import { gripAt, gripsOf } from "./grip";
import { livePlan, type PlanState } from "./live-plan.client";
import { type KnownPlace, openPlan, pathOf, type Plan } from "./model";
import { searchesOf } from "./searches";

const station = (n: number): KnownPlace => ({
  staUuid: String(n).padStart(32, "0"),
  staName: `站${n}`,
  staSelfCode: `S${n}`,
  lng: 116 + n * 0.01,
  lat: 40,
  version: 1,
});
const plan: Plan = openPlan(
  1,
  [0, 1, 2].map((n) => ({ station: station(n), row: { staUuid: station(n).staUuid, staType: "5" } })),
  {
    points: [
      [116, 40],
      [116.005, 40],
      [116.01, 40],
      [116.02, 40],
    ],
    vias: [],
    freeHand: [],
  },
);
const via = addVia(plan, 0, [116.005, 40.001]);

/** Answers each question by a straight drive, or as `answer` says. */
function roads(answer?: (places: { lng: number; lat: number }[]) => Response | Promise<Response>) {
  const asked: { lng: number; lat: number; heading?: number }[][] = [];
  vi.stubGlobal("fetch", async (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { places } = JSON.parse(body) as { places: { lng: number; lat: number }[] };
    asked.push(places);
    const straight = () =>
      Response.json({
        legs: places.slice(1).map((to, i) => ({
          path: [
            [places[i]!.lng, places[i]!.lat],
            [to.lng, to.lat],
          ],
          broken: false,
          reason: "",
        })),
      });
    const given = await (answer ?? straight)(places);
    signal.throwIfAborted();
    return given;
  });
  return asked;
}
const live = () => {
  const told: PlanState[] = [];
  return { told, live: livePlan(plan, "/route-between", (state) => told.push(state)) };
};
afterEach(() => vi.unstubAllGlobals());

test("asks for what has changed only, headed as its neighbours lie", () => {
  const [search, ...more] = searchesOf(via);
  expect(more).toEqual([]);
  expect(search!.legs).toEqual(via.legs.slice(0, 2));
  expect(search!.places).toEqual([
    { lng: 116, lat: 40 },
    { lng: 116.005, lat: 40.001 },
    { lng: 116.01, lat: 40, heading: 90 },
  ]);
  expect(searchesOf(plan)).toEqual([]);
});

test("lays what the roads answer without a step of its own, and undo goes back to the first plan", async () => {
  const asked = roads();
  const { live: one, told } = live();
  one.change(via);
  await one.settled();
  expect(asked).toHaveLength(1);
  expect(told.at(-1)).toMatchObject({ waiting: 0, mayUndo: true, failure: "" });
  expect(pathOf(one.now()).vias).toEqual([{ lng: 116.005, lat: 40.001, gap: 0 }]);
  one.undo();
  expect(one.now()).toBe(plan);
  one.redo();
  expect(one.now().legs.every(({ way }) => way === "laid")).toBe(true);
});

test("asks once for steps that follow quickly, and drops the answer to a question that is out of date", async () => {
  const asked = roads();
  const { live: one } = live();
  one.change(via);
  one.change(addVia(plan, 0, [116.006, 40.002]));
  await one.settled();
  expect(asked.map((places) => places[1])).toEqual([{ lng: 116.006, lat: 40.002 }]);
});

test.each([
  ["网络不通", () => Promise.reject(new TypeError("failed"))],
  ["还没有导入道路", () => Response.json({ message: "还没有导入道路" }, { status: 422 })],
  [
    "登录已过期",
    () =>
      Object.defineProperty(new Response("<html>", { headers: { "content-type": "text/html" } }), "redirected", {
        value: true,
      }),
  ],
])("keeps the work and says %s where the roads do not answer", async (words, answer) => {
  roads(answer);
  const { live: one, told } = live();
  one.change(via);
  await one.settled();
  expect(told.at(-1)!.failure).toContain(words);
  expect(one.now().legs.map(({ way }) => way)).toEqual(["missing", "missing", "laid"]);
  expect(one.now().legs[0]!.reason).toContain(words);
  expect(pathOf(one.now()).vias).toHaveLength(1);
});

test("keeps the paths that it has where the roads do not answer to a search of all of them, and says so", async () => {
  roads(() => Response.json({ message: "系统错误，请稍后再试" }, { status: 500 }));
  const { live: one, told } = live();
  one.change(drawLeg(plan, 1, [[116.015, 40.001]]));
  const before = one.now();
  one.change(searchAll(before));
  await one.settled();
  expect(one.now().legs).toEqual(before.legs);
  expect(told.at(-1)!.failure).toBe("系统错误，请稍后再试：原来的路径没有改动，可稍后再重算");
  one.change(setMode(one.now(), 1, "road"));
  one.change(searchAll(one.now()));
  await one.settled();
  expect(one.now().legs).toEqual(before.legs);
  roads();
  one.change(searchAll(one.now()));
  await one.settled();
  expect([told.at(-1)!.failure, one.now().legs[0]!.points]).toEqual([
    "",
    [
      [116, 40],
      [116.01, 40],
    ],
  ]);
});

test("points at stations and points before lines, at free points only where something was drawn by hand", () => {
  const drawn = drawLeg(plan, 1, [[116.015, 40.001]]);
  expect(gripAt(drawn, [116.0001, 40.00005], 2)).toEqual({ kind: "station", at: 0 });
  expect(gripAt(drawn, [116.015, 40.001], 2)).toEqual({ kind: "point", leg: 1, point: 1 });
  expect(gripAt(drawn, [116.005, 40.00005], 2)).toMatchObject({ kind: "leg", leg: 0 });
  expect(gripAt(drawn, [116.005, 40.01], 2)).toBeNull();
  expect(gripsOf(drawn).map(({ kind }) => kind)).toEqual(["station", "station", "point", "station"]);
});
