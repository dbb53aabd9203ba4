import { expect } from "vitest";
import { may as issuing } from "~/domains/issue-tasks/policy";
import { fenceRoom } from "~/domains/fences/room";
import { may as fileMay } from "~/domains/line-files/policy";
import { may as lineMay } from "~/domains/lines/policy";
import { stationRoom } from "~/domains/stations/room";
import { db, newKey } from "~/kit/data/db/pool.server";
import { audioRoom } from "../audio-clips/room";
import { visitorWith } from "../../../tests/kit/accounts";
import { api, type Visitor } from "../../../tests/kit/visit";
import { addRecipe, addStationClips, type DemoVariant } from "../line-files/line-files.sample";
import { packageRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";

const { url, may } = packageRoom;

export const makePlanner = () =>
  visitorWith(
    ...[may, lineMay, fileMay, issuing, stationRoom.may, fenceRoom.may, audioRoom.may].flatMap((all): string[] =>
      Object.values(all),
    ),
  );

/** Has words spoken into clips of the library. */
export async function speakWords(person: Visitor, words: readonly string[]): Promise<void> {
  for (const text of words) {
    const clip = { audioName: text, text, source: "spoken", language: "zh" };
    const { success, message } = await person.call("/api/line/file/audio/info/add", clip);
    expect(success, message).toBe(true);
  }
}

/** A line file of a variant, as it is announced before the package. */
export async function generateNow(planner: Visitor, variant: DemoVariant): Promise<{ fileUuid: string }> {
  const recipe = await addRecipe();
  await addStationClips(variant);
  const { call } = api(planner.token);
  const added = await call<{ fileUuid: string }>("/api/line/file/info/add", {
    classifySid: variant.classifySid,
    versionUuid: recipe.versionUuid,
  });
  expect(added.success, added.message).toBe(true);
  const generated = await call<{ fileUuid: string }>("/api/line/file/info/generateFile", {
    fileUuid: added.data.fileUuid,
  });
  expect(generated.success, generated.message).toBe(true);
  return generated.data;
}

export async function newPackage(planner: Visitor, effectiveDay: string): Promise<string> {
  const form = await planner.get(`${url}/new`);
  const done = await form.submit({
    packageName: `冬季调整 ${newKey().slice(-6)}`,
    effectiveDay,
    orgId: await orgNamed("一车队"),
  });
  expect(done.status, done.text).toBe(303);
  return done.location!;
}

export async function planDraft(planner: Visitor, { lineUuid }: DemoVariant, plannedFor: string): Promise<string> {
  const page = await planner.get(`/line/line-management/${lineUuid}/versions/plan`);
  const done = await page.submit({ plannedFor });
  expect(done.status, done.text).toBe(303);
  return new URL(done.location!, "http://x").searchParams.get("version")!;
}

export async function rename(
  planner: Visitor,
  at: string,
  { staUuid }: { staUuid: string },
  staName: string,
): Promise<void> {
  const done = await (await planner.get(`${at}/station?key=${staUuid}`)).submit({ staName });
  expect(done.status, done.text).toBe(303);
}

export const confirm = async (planner: Visitor, at: string) => (await planner.get(`${at}/confirm`)).submit();

export async function stateOf(planner: Visitor, at: string): Promise<string> {
  const page = await planner.get(at);
  return page.$("dt:contains(状态) + dd").first().text();
}

export const nameOf = async ({ staUuid }: { staUuid: string }) =>
  (await db().selectFrom("station").select("staName").where("staUuid", "=", staUuid).executeTakeFirstOrThrow()).staName;
