import { db, newKey } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import type { VersionDetail } from "./schema";
import { orgNamed } from "../../../tests/kit/organisations";

/** For tests: stations of the demo city from west to east. */
export async function someStations(count: number) {
  return db()
    .selectFrom("station")
    .select(["staUuid", "staName", "staSelfCode"])
    .where("deletedAt", "is", null)
    .orderBy("lng")
    .orderBy("staUuid")
    .limit(count)
    .execute();
}

export async function demoLine(lineName: string): Promise<string> {
  const line = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("lineName", "=", lineName)
    .executeTakeFirstOrThrow();
  return line.lineUuid;
}

export const call = async <T>(person: Visitor, name: string, body: object): Promise<T> => {
  const answer = await person.call<T>(`/api/line/v1.0/${name}`, body);
  if (!answer.success) throw new Error(`${name}: ${answer.message} ${JSON.stringify(answer.errors)}`);
  return answer.data;
};

export const saveStations = (
  person: Visitor,
  key: { lineUuid?: string; classifySid?: string; versionUuid?: string },
  stations: readonly { staUuid: string }[],
) =>
  call<VersionDetail>(person, "updateLineClassifyStationAndMap", {
    ...key,
    directions: [{ direction: 1, stationList: stations.map(({ staUuid }) => ({ staUuid })) }],
  });

let made = 0;

export async function lineWithDraft(stations: readonly { staUuid: string }[], by?: Visitor): Promise<VersionDetail> {
  const person = by ?? (await demoVisitor("admin"));
  const orgId = await orgNamed("一车队");
  const { lineUuid } = await call<{ lineUuid: string }>(person, "add", {
    lineName: `样例${++made}路`,
    lineType: 1,
    orgId,
  });
  return saveStations(person, { lineUuid }, stations);
}

export async function secondaryVariant(lineUuid: string, classifyName: string): Promise<string> {
  const classifySid = newKey();
  await db()
    .insertInto("lineClassify")
    .values({ classifySid, mainUuid: lineUuid, classifyName, sortType: 2 })
    .execute();
  return classifySid;
}

/** Looks at what follows on the page that puts a draft in force, then does it. */
export async function publishOn(page: Answer, days: Record<string, string>): Promise<Answer> {
  return (await page.submit(days, { press: "查看影响" })).submit({}, { press: "使草稿生效" });
}
