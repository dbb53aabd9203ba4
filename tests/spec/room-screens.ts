import { expect } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import type { ServedRoom } from "~/kit/room/served.server";
import { findRow } from "~/kit/room/source.server";
import { rooms } from "~/rooms";
import type { Values } from "../kit/page";
import type { Visitor } from "../kit/visit";
import type { ScreenProof } from "./call";
import { orgNamed } from "../kit/organisations";

/** The list of every room and its usual sub-pages as rows with their proofs; what is changed there is `describeRoom`'s. */
export const roomScreens: [path: string, ScreenProof][] = rooms.flatMap(screensOf);

function screensOf(served: ServedRoom): [string, ScreenProof][] {
  const { url, key, noun, title, without = [] } = served.room;
  const record = `${url}/:${key}`;
  let name = "";
  const ofRecord = (page: string, heading: RegExp): ScreenProof => ({
    async at(person) {
      const found = await firstRecord(person, served);
      name = found.name;
      return found.at + page;
    },
    heading,
    shows: () => name,
  });
  const pages: [string, ScreenProof][] = [
    [url, { heading: title, shows: title }],
    [`${url}/new`, { heading: `新增${noun}`, shows: "保存" }],
    [record, ofRecord("", /./)],
    [`${record}/edit`, ofRecord("/edit", /^编辑/)],
    [`${record}/history`, ofRecord("/history", /历史$/)],
    [`${url}/recycle`, { heading: `${noun}回收站`, shows: "回收站是空的" }],
  ];
  return pages.filter(([path]) => !without.some((page) => path.endsWith(`/${page}`)));
}

async function firstRecord(person: Visitor, { room, source }: ServedRoom): Promise<{ at: string; name: string }> {
  await makeMissing(person, room);
  const list = await person.get(room.url);
  const links = list.$("main a").map((_, one) => list.$(one).attr("href") ?? "");
  const at = links.get().find((href) => /^[^?]*\/[0-9a-f]{32}$/.test(href));
  expect([room.url, at]).toEqual([room.url, expect.any(String)]);
  const row = await findRow(source, { orgScope: "all" } as Viewer, at!.slice(-32));
  return { at: at!, name: room.nameOf(row) };
}

/** Records of the rooms that the demo city leaves empty. */
const missing: Record<string, () => Promise<Values>> = {
  "change-packages": async () => ({
    packageName: "规格变更",
    effectiveDay: "2099-05-01",
    orgId: await anOrganisation(),
  }),
  forecasts: async () => ({ weatherDate: "2099-05-01", weatherCode: "1", tempMin: "1", tempMax: "9", wind: "3" }),
};
const made = new Map<string, Promise<void>>();

async function makeMissing(person: Visitor, { name, url }: ServedRoom["room"]): Promise<void> {
  const make = async () => {
    const saved = await (await person.get(`${url}/new`)).submit(await missing[name]!());
    expect([url, saved.status]).toEqual([url, 303]);
  };
  if (missing[name] && !made.has(name)) made.set(name, make());
  await made.get(name);
}

const anOrganisation = () => orgNamed("一车队");
