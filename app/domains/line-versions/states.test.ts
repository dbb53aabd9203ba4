import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, saveStations, someStations } from "./line.sample";

const standings = ["draft", "submitted", "planned", "effective", "past"] as const;
type Standing = (typeof standings)[number];
interface Version {
  versionUuid: string;
  standing: string;
  submitted: boolean;
  validFrom: string | null;
}

let person: Visitor;
let stations: { staUuid: string }[];
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  stations = await someStations(5);
});

/** A line with a version of each standing, its draft handed in where that is asked for. */
async function lineIn(standing: Standing) {
  const { lineUuid, classifySid } = await lineWithDraft(stations, person);
  const versions = () => call<Version[]>(person, "classifyVersions", { classifySid });
  const publish = async (validFrom: string) => {
    const drafts = (await versions()).filter((one) => one.standing === "draft");
    await call(person, "classifyPublish", { classifySid, versionUuid: drafts[0]!.versionUuid, validFrom });
  };
  await publish(day(0));
  await sql`update line_version set valid = daterange(lower(valid) - 100, null) where classify_sid = ${classifySid}`.execute(
    db(),
  );
  for (const ahead of [0, 30]) {
    await saveStations(person, { classifySid }, stations.slice(ahead ? 1 : 2));
    await publish(day(ahead));
  }
  await saveStations(person, { classifySid }, stations.slice(0, 3));
  const wanted = standing === "submitted" ? "draft" : standing;
  const { versionUuid } = (await versions()).find((one) => one.standing === wanted)!;
  if (standing === "submitted") await call(person, "classifySubmit", { classifySid, versionUuid });
  return { lineUuid, classifySid, versionUuid, versions };
}

/** What may be done with a version of each standing, and what it is then; `sent`: what goes with its key. */
const table: Record<string, { from: Standing[]; sent?: object; to?: string | "gone" }> = {
  classifyPlan: { from: ["draft", "submitted"], sent: { plannedFor: day(50) }, to: "draft" },
  classifySubmit: { from: ["draft"], to: "submitted" },
  classifyApprove: { from: ["submitted"], sent: { approve: false, reason: "请再看" }, to: "draft" },
  classifyPublish: { from: ["draft", "submitted"], sent: { validFrom: day(60) }, to: "planned" },
  classifyWithdraw: { from: ["planned"], to: "draft" },
  classifyEnd: { from: ["planned", "effective"], sent: { day: day(20), reason: "停" } },
  classifyConfirmPath: { from: [...standings] },
  classifyDiscard: { from: ["draft", "submitted"], to: "gone" },
};

describe.each(standings)("a version that is %s", (standing) => {
  it.each(Object.entries(table))("can %s, or is told why not and stays as it is", async (verb, { from, sent, to }) => {
    const { classifySid, versionUuid, versions } = await lineIn(standing);
    const before = await versions();
    // The planned one begins after the day on which the other ends.
    const late = verb === "classifyEnd" && standing === "planned" && { day: day(90) };
    const answer = await person.call(`/api/line/v1.0/${verb}`, { classifySid, versionUuid, ...sent, ...late });
    const after = await versions();
    if (!from.includes(standing)) {
      expect([answer.success, ["field", "missing"].includes(answer.reason!)]).toEqual([false, true]);
      expect(answer.message).toMatch(/草稿|版本/);
      expect(after).toEqual(before);
      return;
    }
    expect(answer).toMatchObject({ success: true });
    const own = after.find((one) => one.versionUuid === versionUuid);
    expect(own ? (own.submitted ? "submitted" : own.standing) : "gone").toBe(to ?? standing);
    // The others stay, but that the one before goes on until the one that begins or leaves.
    const rest = (all: Version[]) =>
      all.filter((one) => one.versionUuid !== versionUuid).map(({ standing, validFrom }) => [standing, validFrom]);
    expect(rest(after)).toEqual(rest(before));
  });
});
