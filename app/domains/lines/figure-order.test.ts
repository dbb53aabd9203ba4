import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

interface ListedLine {
  lineName: string;
  lineType: number;
  directions: { stationCount: number; mileage: number | null }[];
}

let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(may.read);
});

const call = async (sent: object) => {
  const { data } = await person.call<{ list: ListedLine[] }>("/api/line/v1.0/pageList", { pageSize: 500, ...sent });
  return data.list;
};
const figures = {
  stations: ({ directions }: ListedLine) => Math.max(...directions.map(({ stationCount }) => stationCount)),
  mileage: ({ directions }: ListedLine) => Math.max(...directions.map(({ mileage }) => mileage ?? 0)),
};

async function expectOrdered(sent: object = {}): Promise<void> {
  for (const [sortField, figure] of Object.entries(figures)) {
    const rising = (await call({ ...sent, sortField })).map(figure);
    expect(new Set(rising).size).toBeGreaterThan(3);
    expect(rising).toEqual(rising.toSorted((one, other) => one - other));
    const falling = (await call({ ...sent, sortField, sortOrder: "desc" })).map(figure);
    expect(falling).toEqual(rising.toReversed());
  }
}

it("sorts lines by the stations and kilometres of their longer direction, as they are shown", async () => {
  await expectOrdered();
  await expectOrdered({ asOf: demoNames.plannedFrom });
  await db()
    .updateTable("line")
    .set({ upMileage: 0.5, downMileage: 61 })
    .where("lineName", "=", demoNames.lines.night)
    .execute();
  await expectOrdered();
  await db().updateTable("parameter").set({ paramValue: "2" }).where("paramName", "=", "S014").execute();
  await expectOrdered();
  expect((await call({ sortField: "mileage", sortOrder: "desc" }))[0]!.lineName).toBe(demoNames.lines.night);
});

it("sorts them so on the page and in the file too, and says which column it is", async () => {
  const names = (await call({ sortField: "stations", sortOrder: "desc" })).map(({ lineName }) => lineName);
  const page = await person.get("/line/line-management?sort=-stations&size=100");
  const links = page.$("tbody tr").map((_, row) => page.$(row).find("a[href*='/line-management/']").first().text());
  expect(links.get()).toEqual(names);
  expect(page.$("th[aria-sort=descending]").text()).toContain("站数");
  const file = await (await person.send("/line/line-management/export?sort=-stations")).text();
  expect(
    file
      .trim()
      .split("\r\n")
      .slice(1)
      .map((row) => row.split(",")[0]),
  ).toEqual(names);
});
