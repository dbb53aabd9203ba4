import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { visitor } from "../../../tests/kit/visit";
import { analysisUrl, may } from "./policy";

type Person = Awaited<ReturnType<typeof visitorWith>>;
let person: Person;
beforeAll(async () => void (person = await visitorWith(may.read)));

const tell = (who: Pick<Person, "send">, said: Record<string, string>) =>
  who.send("/page-speed", {
    method: "POST",
    headers: { origin: "http://127.0.0.1:3000", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(said).toString(),
  });

it("what browsers say of pages is counted by kind, and shown to who may read the logs", async () => {
  for (let time = 1; time <= 20; time++)
    expect((await tell(person, { kind: "list", paint: "300", load: time === 20 ? "9000" : "500" })).status).toBe(204);
  const page = await person.get(analysisUrl);
  const row = page.$("section:contains(页面在浏览器里的速度) tbody tr");
  const cells = row
    .find("td")
    .toArray()
    .map((cell) => page.$(cell).text());
  expect(cells.slice(0, 2)).toEqual(["列表", "20"]);
  const [paint50, , , load50, , load99] = cells.slice(2).map(Number);
  expect(paint50).toBeGreaterThan(250);
  expect(paint50).toBeLessThan(330);
  expect(load50).toBeLessThan(520);
  expect(load99).toBeGreaterThan(8000);
});

it("keeps nothing of a stranger's, of another site's or of what is no figure", async () => {
  const count = async () =>
    (
      await db()
        .selectFrom("pageSpeed")
        .select((of) => of.fn.countAll<number>().as("rows"))
        .where("kind", "=", "map")
        .executeTakeFirstOrThrow()
    ).rows;
  const good = { kind: "map", paint: "1", load: "2" };
  expect((await tell(visitor(), good)).status).toBe(303);
  const foreign = await person.send("/page-speed", {
    method: "POST",
    headers: { origin: "https://elsewhere.example", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(good).toString(),
  });
  expect(foreign.status).toBe(403);
  for (const wrong of [{ ...good, kind: "其他" }, { ...good, paint: "-1" }, { ...good, load: "x" }, { kind: "map" }])
    expect((await tell(person, wrong)).status).toBe(400);
  expect(Number(await count())).toBe(0);
});
