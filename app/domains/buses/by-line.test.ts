import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { keepSortedDay } from "~/kit/data/db/sorted-day.server";
import { outside } from "~/kit/data/access/outside";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { busRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";

const list = async (person: Visitor, sent: object = {}) => {
  const { data } = await person.call<{ list: { lineName: string | null }[] }>("/api/bus/v1.0/pageList", {
    pageSize: 500,
    sortField: "lineName",
    ...sent,
  });
  return data.list.map(({ lineName }) => lineName);
};
const placesOf = async () => {
  const lines = await db().selectFrom("line").select("lineName").orderBy("nameOrder").execute();
  return new Map(lines.map(({ lineName }, place) => [lineName, place]));
};

/** Worked out when asked, as in the first moments of a day; then by what is kept of the day. */
const ways = [["worked out", async () => undefined] as const, ["kept", () => keepSortedDay()] as const];

it.each(ways)("sorts buses by their main line of today, %s, those without one last", async (_, prepare) => {
  await prepare();
  const person = await visitorWith(busRoom.may.read);
  const places = await placesOf();
  const rank = (lineName: string | null) => (lineName === null ? Infinity : places.get(lineName)!);
  const names = await list(person);
  expect(new Set(names).size).toBeGreaterThan(3);
  expect(names.map(rank)).toEqual(names.map(rank).toSorted((one, other) => (one === other ? 0 : one - other)));
  expect(await list(person, { sortOrder: "desc" })).toEqual(names.toReversed());
  const page = await person.get("/bus/bus-management?sort=lineName");
  expect(page.$("th[aria-sort=ascending]").text()).toContain("所属线路");
  const at = page
    .$("thead th")
    .get()
    .findIndex((head) => page.$(head).text().includes("所属线路"));
  const shown = page.$("tbody tr").map((_, row) => page.$(row).children().eq(at).text());
  expect(shown.get()).toEqual(names.slice(0, shown.length).map((name) => name ?? ""));
});

it.each(ways)("tells nothing of lines that the viewer's organisations do not reach, %s", async (_, prepare) => {
  await prepare();
  const orgId = await orgNamed("一车队");
  const own = await db().selectFrom("line").select("lineName").where("orgId", "=", orgId).execute();
  const [first] = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("orgId", "<>", orgId)
    .where("deletedAt", "is", null)
    .orderBy("nameOrder")
    .execute();
  const [bus] = await db()
    .selectFrom("bus")
    .innerJoin("busLine", "busLine.busUuid", "bus.busUuid")
    .select("busLineUuid")
    .where("orgId", "=", orgId)
    .where("isMain", "=", true)
    .execute();
  await db()
    .updateTable("busLine")
    .set({ lineUuid: first!.lineUuid })
    .where("busLineUuid", "=", bus!.busLineUuid)
    .execute();
  const reach = { permissions: [busRoom.may.read], dataScope: "own" as const, orgId };
  const names = await list(await enter(await account(reach)));
  expect(names).toContain(outside);
  const known = names.filter((name) => name !== null && name !== outside);
  expect(known.every((name) => own.some(({ lineName }) => lineName === name))).toBe(true);
  const places = await placesOf();
  const ranks = known.map((name) => places.get(name!)!);
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  const hidden = names.slice(names.indexOf(outside), names.lastIndexOf(outside) + 1);
  expect([...new Set(hidden)]).toEqual([outside]);
});
