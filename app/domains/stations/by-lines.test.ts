import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { keepSortedDay } from "~/kit/data/db/sorted-day.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";

type Station = { staUuid: string; lineCount: number };

const list = async (person: Visitor, sortOrder: "asc" | "desc") =>
  (
    await person.call<{ list: Station[] }>("/api/sta/v1.0/pageList", {
      pageNum: 1,
      pageSize: 500,
      sortField: "lineCount",
      sortOrder,
    })
  ).data.list;
const counts = (stations: Station[]) => stations.map(({ lineCount }) => lineCount);

it("sorts stations by the lines that call there, worked out or kept alike, also when a line goes", async () => {
  const person = await visitorWith("station.read");
  const workedOut = [await list(person, "asc"), await list(person, "desc")];
  await keepSortedDay();
  expect([await list(person, "asc"), await list(person, "desc")]).toEqual(workedOut);
  const before = counts(workedOut[1]!);
  expect(new Set(before).size).toBeGreaterThan(2);
  expect(before).toEqual(before.toSorted((one, other) => other - one));
  const line = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  await db().updateTable("line").set({ deletedAt: new Date() }).where("lineUuid", "=", line.lineUuid).execute();
  const after = counts(await list(person, "desc"));
  expect(after.reduce((sum, one) => sum + one, 0)).toBeLessThan(before.reduce((sum, one) => sum + one, 0));
  expect(after).toEqual(after.toSorted((one, other) => other - one));
});
