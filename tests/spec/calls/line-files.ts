import { expect } from "vitest";
import { newKey } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface File {
  fileUuid: string;
  classifySid: string;
  versionUuid: string;
  lineUuid: string;
  lineName: string;
  fileVersion: string | null;
  state: number;
  nodeCount: number;
  remark: string | null;
}
interface Node {
  nodeUuid: string;
  nodeTypeUuid: string;
  name: string;
  serial: number;
  radius: number;
  lng: number;
  lat: number;
  distance: number;
  version: number;
}
interface Link {
  linkUuid: string;
  voiceUse: number;
  order: number;
  audioName: string | null;
  text: string | null;
  seconds: number;
}

const info = (name: string) => `/api/line/file/info/${name}`;
const node = (name: string) => `/api/line/file/node/info/${name}`;
const { circular, first } = demoNames.lines;

const good = async <T>(person: Visitor, path: string, body: object = {}): Promise<T> => {
  const answer = await person.call<T>(path, body);
  expect(answer, path).toMatchObject({ success: true });
  return answer.data;
};
const get = async <T>(person: Visitor, path: string) => {
  const answer = await person.send(path, { headers: { authorization: person.token! } });
  return ((await answer.json()) as { data: T }).data;
};

/** The file of the circular line that the demo generated, or what a proof before this one did. */
const generated = async (person: Visitor) =>
  (await good<File[]>(person, info("list"), { keyword: circular, state: 1 }))[0]!;

/** A new draft of the circular line; one that is there makes way. */
async function freshDraft(person: Visitor): Promise<File> {
  const { fileUuid } = await generated(person);
  const drafts = await good<File[]>(person, info("list"), { keyword: circular, state: 0 });
  if (drafts.length > 0) await good(person, info("delete"), { ids: drafts.map((one) => one.fileUuid) });
  return good(person, info("copy"), { fileUuid });
}
const nodesOf = (person: Visitor, { fileUuid }: Pick<File, "fileUuid">) =>
  good<Node[]>(person, node("list"), { fileUuid, direction: 1 });

builtCall(info("pageList"), {
  async success(person) {
    const page = await good<{ list: File[]; total: number }>(person, info("pageList"), { keyword: first });
    expect(page.list.map(({ lineName, state }) => [lineName, state])).toContainEqual([first, 0]);
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(info("list"), {
  async success(person) {
    expect(await generated(person)).toMatchObject({ lineName: circular, state: 1 });
  },
  bad: { body: { state: 9 }, path: "state", message: "选择" },
});
builtCall(info("historyList"), {
  async success(person) {
    const { classifySid } = await generated(person);
    const history = await good<File[]>(person, info("historyList"), { classifySid });
    expect(history.map(({ fileVersion }) => fileVersion)).toContain("1.0");
  },
  bad: { body: { lineUuid: "7" }, path: "lineUuid", message: "32 位" },
});
builtCall(info("detail"), {
  async success(person) {
    const { fileUuid, nodeCount } = await generated(person);
    const detail = await get<File & { nodes: Node[] }>(person, `${info("detail")}?fileUuid=${fileUuid}`);
    expect([detail.lineName, detail.nodes.length]).toEqual([circular, nodeCount]);
  },
  bad: { body: { fileUuid: "7" }, path: "fileUuid", message: "32 位" },
});
builtCall(info("lineTree"), {
  async success(person) {
    const tree = await get<{ id: string; pId: string; name: string; kind: string; fileUuid: string }[]>(
      person,
      info("lineTree"),
    );
    const { fileUuid, lineUuid } = await generated(person);
    expect(tree.find(({ id }) => id === lineUuid)).toMatchObject({ name: circular, kind: "line" });
    expect(tree.some((one) => one.pId === lineUuid && one.fileUuid === fileUuid)).toBe(true);
  },
});
builtCall(info("add"), {
  async success(person) {
    const { fileUuid, classifySid, versionUuid, nodeCount } = await freshDraft(person);
    await good(person, info("delete"), { fileUuid });
    const made = { fileUuid: newKey(), classifySid, versionUuid, remark: "接口新建" };
    expect(await good<File>(person, info("add"), made)).toMatchObject({ state: 0, lineName: circular, nodeCount });
    expect((await nodesOf(person, made)).length).toBe(nodeCount);
    expect(await good<File>(person, info("add"), made)).toMatchObject({ fileUuid: made.fileUuid, nodeCount });
  },
  bad: { body: { classifySid: newKey(), versionUuid: "7" }, path: "versionUuid", message: "32 位" },
});
builtCall(info("update"), {
  async success(person) {
    const { fileUuid } = await freshDraft(person);
    const [one] = await nodesOf(person, { fileUuid });
    await good(person, node("delete"), { nodeUuid: one!.nodeUuid });
    const changed = await good<File & { refreshed: { came: string[] } }>(person, info("update"), {
      fileUuid,
      remark: "刷新过",
      refresh: true,
    });
    expect([changed.remark, changed.refreshed.came]).toEqual(["刷新过", [one!.name]]);
  },
  bad: { body: { fileUuid: newKey(), remark: "长".repeat(256) }, path: "remark", message: "255" },
});
builtCall(info("copy"), {
  async success(person) {
    const draft = await freshDraft(person);
    expect(draft).toMatchObject({ state: 0, lineName: circular, fileVersion: null });
    expect((await good<File[]>(person, info("list"), { keyword: circular, state: 0 }))[0]).toMatchObject({
      fileUuid: draft.fileUuid,
    });
  },
  bad: { body: { fileUuid: "7" }, path: "fileUuid", message: "32 位" },
});
builtCall(info("delete"), {
  async success(person) {
    const { fileUuid } = await freshDraft(person);
    await good(person, info("delete"), { fileUuid });
    expect(await good<File[]>(person, info("list"), { keyword: circular, state: 0 })).toEqual([]);
  },
  bad: { body: { ids: [] }, path: "", message: "fileUuid" },
});
builtCall(info("generateFile"), {
  async success(person) {
    const { fileUuid } = await freshDraft(person);
    const made = await good<File>(person, info("generateFile"), { fileUuid });
    expect(made).toMatchObject({ state: 1, lineName: circular });
    const history = await good<File[]>(person, info("historyList"), { classifySid: made.classifySid });
    expect(history[0]).toMatchObject({ fileUuid, fileVersion: made.fileVersion });
    expect(Number(made.fileVersion)).toBeGreaterThan(Number(history[1]!.fileVersion));
  },
  bad: {
    body: async (person: Visitor) => ({ fileUuid: (await freshDraft(person)).fileUuid, fileVersion: "0.1" }),
    path: "fileVersion",
    message: "没有大于上一版",
  },
});
builtCall(info("downloadLineFile"), {
  async success(person) {
    const { fileUuid } = await generated(person);
    const ask = async (format?: string) => {
      const headers = { authorization: person.token!, "content-type": "application/json" };
      const body = JSON.stringify({ fileUuid, format });
      const answer = await person.send(info("downloadLineFile"), { method: "POST", headers, body });
      return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const [usual, again, announcer] = [await ask(), await ask(), await ask("announcer")];
    expect(usual.type).toBe("application/octet-stream");
    expect(usual.bytes.includes("manifest.json")).toBe(true);
    expect(again.bytes.equals(usual.bytes)).toBe(true);
    expect(announcer.bytes.equals(usual.bytes)).toBe(false);
  },
  bad: {
    body: async (person: Visitor) => ({ fileUuid: (await generated(person)).fileUuid, format: "exe" }),
    path: "format",
    message: "bus-line-file/1",
  },
});
builtCall(info("deleteCod"), {
  async success(person) {
    const { fileUuid } = await freshDraft(person);
    await good(person, info("generateFile"), { fileUuid });
    expect(await good<File>(person, info("deleteCod"), { fileUuid })).toMatchObject({ state: 0, fileVersion: null });
    const [one] = await nodesOf(person, { fileUuid });
    expect(await good<Node>(person, node("update"), { nodeUuid: one!.nodeUuid, radius: 61 })).toMatchObject({
      radius: 61,
    });
  },
  bad: { body: { fileUuid: "7" }, path: "fileUuid", message: "32 位" },
});

builtCall(node("list"), {
  async success(person) {
    const nodes = await nodesOf(person, await generated(person));
    expect(nodes.map(({ serial }) => serial)).toEqual(nodes.map((_, at) => at + 1));
  },
  bad: { body: { fileUuid: newKey(), direction: 3 }, path: "direction", message: "上行" },
});
builtCall(node("add"), {
  async success(person) {
    const draft = await freshDraft(person);
    const types = await good<{ typeUuid: string; use: number }[]>(person, "/api/line/file/node/type/list");
    const nodes = await nodesOf(person, draft);
    const place = (nodes[3]!.distance + nodes[4]!.distance) / 2;
    const corner = await good<Node>(person, node("add"), {
      fileUuid: draft.fileUuid,
      direction: 1,
      name: "接口转弯",
      distance: place,
      nodeTypeUuid: types.find(({ use }) => use === 4)!.typeUuid,
    });
    expect((await nodesOf(person, draft))[4]).toMatchObject({ nodeUuid: corner.nodeUuid, name: "接口转弯", serial: 5 });
  },
  bad: {
    body: { fileUuid: newKey(), direction: 1, name: "转弯", nodeTypeUuid: newKey(), radius: 5 },
    path: "radius",
    message: "10 到 500",
  },
});
builtCall(node("update"), {
  async success(person) {
    const draft = await freshDraft(person);
    const [, second] = await nodesOf(person, draft);
    const changed = await good<Node>(person, node("update"), { nodeUuid: second!.nodeUuid, radius: 77 });
    expect(changed).toMatchObject({ name: second!.name, radius: 77 });
    const stale = await person.call(node("update"), {
      nodeUuid: second!.nodeUuid,
      radius: 78,
      version: second!.version,
    });
    expect(stale.reason).toBe("stale");
    const half = await person.call(node("update"), { nodeUuid: second!.nodeUuid, lat: second!.lat + 0.0001 });
    expect(half.errors).toMatchObject([{ path: "lng", message: "请同时给出经度和纬度" }]);
  },
  bad: { body: { nodeUuid: newKey(), azimuth: 360 }, path: "azimuth", message: "359" },
});
builtCall(node("delete"), {
  async success(person) {
    const draft = await freshDraft(person);
    const [one, two, ...rest] = await nodesOf(person, draft);
    await good(person, node("delete"), { ids: [one!.nodeUuid, two!.nodeUuid] });
    expect((await nodesOf(person, draft)).map(({ nodeUuid }) => nodeUuid)).toEqual(
      rest.map(({ nodeUuid }) => nodeUuid),
    );
  },
  bad: { body: { ids: [] }, path: "", message: "nodeUuid" },
});

const audio = (name: string) => `/api/line/file/node/audio/link/${name}`;
const txt = (name: string) => `/api/line/file/node/txt/link/${name}`;
const someClip = async (person: Visitor) =>
  (await good<{ list: { audioUuid: string; audioName: string }[] }>(person, "/api/line/file/audio/info/pageList"))
    .list[0]!;

async function ownPlaylist(person: Visitor) {
  const draft = await freshDraft(person);
  const [, { nodeUuid } = { nodeUuid: "" }] = await nodesOf(person, draft);
  const clip = await someClip(person);
  const items = [{ text: "请注意" }, { audioUuid: clip.audioUuid }];
  const links = await good<Link[]>(person, audio("batchAdd"), { nodeUuid, voiceUse: 1, items });
  return { nodeUuid, clip, links };
}

builtCall(audio("batchAdd"), {
  async success(person) {
    const { links, clip } = await ownPlaylist(person);
    expect(links.map(({ text, audioName, order }) => [order, text ?? audioName])).toEqual([
      [1, "请注意"],
      [2, clip.audioName],
    ]);
  },
  bad: { body: { nodeUuid: newKey(), voiceUse: 5, items: [] }, path: "voiceUse", message: "进站内音" },
});
builtCall(audio("list"), {
  async success(person) {
    const { nodeUuid, links } = await ownPlaylist(person);
    expect(await good(person, "/node/audio/link/list", { nodeUuid })).toEqual(links);
    expect(await good(person, audio("list"), { nodeUuid, voiceUse: 2 })).toEqual([]);
  },
  bad: { body: {}, path: "nodeUuid", message: "nodeUuid" },
});
builtCall(audio("delete"), {
  async success(person) {
    const { nodeUuid, links } = await ownPlaylist(person);
    await good(person, audio("delete"), { linkUuid: links[0]!.linkUuid });
    const left = await good<Link[]>(person, audio("list"), { nodeUuid });
    expect(left.map(({ order, text }) => [order, text])).toEqual([[1, null]]);
  },
  bad: { body: { ids: [] }, path: "", message: "linkUuid" },
});

async function ownText(person: Visitor) {
  const [, { nodeUuid } = { nodeUuid: "" }] = await nodesOf(person, await freshDraft(person));
  return { nodeUuid, text: await good<Link>(person, txt("add"), { nodeUuid, text: "前方到站", seconds: 6 }) };
}

builtCall(txt("add"), {
  async success(person) {
    const { nodeUuid, text } = await ownText(person);
    expect(text).toMatchObject({ text: "前方到站", seconds: 6, order: 1 });
    await good(person, txt("add"), { nodeUuid, text: "第一条", order: 1 });
    const all = await good<Link[]>(person, txt("list"), { nodeUuid });
    expect(all.map((one) => one.text)).toEqual(["第一条", "前方到站"]);
  },
  bad: { body: { nodeUuid: newKey(), text: "好", seconds: 61 }, path: "seconds", message: "1 到 60" },
});
builtCall(txt("update"), {
  async success(person) {
    const { nodeUuid, text } = await ownText(person);
    await good(person, txt("update"), { linkUuid: text.linkUuid, text: "终点到了" });
    expect(await good(person, txt("list"), { nodeUuid })).toEqual([{ ...text, text: "终点到了" }]);
  },
  bad: { body: { linkUuid: newKey(), text: "" }, path: "text", message: "请输入" },
});
builtCall(txt("list"), {
  async success(person) {
    const { nodeUuid, text } = await ownText(person);
    expect(await good(person, "/node/txt/link/list", { nodeUuid })).toEqual([text]);
  },
  bad: { body: { fileUuid: "7" }, path: "fileUuid", message: "32 位" },
});
