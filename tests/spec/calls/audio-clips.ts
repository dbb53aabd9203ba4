import { expect } from "vitest";
import { demoPhrases, demoTypes } from "~/seed/demo-clips";
import { toneFile } from "../../kit/sound";
import type { Envelope, Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Clip {
  audioUuid: string;
  audioNum: string;
  audioName: string;
  fileUuid: string;
  sha256: string;
  durationMs: number;
  version: number;
}
interface Type {
  typeUuid: string;
  typeName: string;
  use: number;
  sort: number;
  isValid: boolean;
  audioCount: number;
}

const path = (name: string) => `/api/line/file/audio/info/${name}`;
const types = (name: string) => `/line-file-audio-type/${name}`;
const [number, text] = demoPhrases[1];
let pitch = 700;

const clipsNamed = async (person: Visitor, keyword: string) =>
  (await person.call<{ list: Clip[]; total: number }>(path("pageList"), { keyword })).data;
const demoClip = async (person: Visitor) => (await clipsNamed(person, number)).list[0]!;
const typesNow = async (person: Visitor) => (await person.call<Type[]>(types("list"), {})).data;

async function uploaded(person: Visitor, file: File) {
  const form = new FormData();
  form.set("file", file);
  const sent = new Response(form);
  const headers = { authorization: person.token!, "content-type": sent.headers.get("content-type")! };
  const answer = await person.send(path("upload"), { method: "POST", headers, body: await sent.arrayBuffer() });
  return (await answer.json()) as Envelope<{ fileUuid: string; sha256: string; durationMs: number; sameAs: string[] }>;
}
async function newClip(person: Visitor): Promise<Clip> {
  const { fileUuid } = (await uploaded(person, toneFile(++pitch))).data;
  return (await person.call<Clip>(path("add"), { audioName: `接口音频${pitch}`, fileUuid })).data;
}

builtCall(path("pageList"), {
  async success(person) {
    expect(await clipsNamed(person, number)).toMatchObject({ list: [{ audioNum: number, audioName: text }] });
    const { data } = await person.call<{ list: Clip[] }>(path("pageList"), {
      sortField: "durationMs",
      sortOrder: "desc",
      use: 3,
    });
    const lengths = data.list.map(({ durationMs }) => durationMs);
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(path("detail"), {
  async success(person) {
    const { audioUuid } = await demoClip(person);
    expect((await person.call<Clip>(path("detail"), { audioUuid })).data).toMatchObject({
      audioNum: number,
      text,
      format: "wav",
    });
  },
  bad: { body: { audioUuid: "7" }, path: "audioUuid", message: "32 位" },
});
builtCall(path("audio"), {
  async success(person) {
    const { audioUuid, sha256 } = await demoClip(person);
    const headers = { authorization: person.token! };
    const at = `${path("audio")}?audioUuid=${audioUuid}`;
    const whole = await person.send(at, { headers });
    expect([
      whole.status,
      whole.headers.get("content-type"),
      whole.headers.get("etag"),
      whole.headers.get("cache-control"),
    ]).toEqual([200, "audio/wav", `"${sha256}"`, "private, max-age=86400"]);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const part = await person.send(at, { headers: { ...headers, range: "bytes=4-9" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 4-9/${bytes.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10));
    expect((await person.send(at, { headers: { ...headers, "if-none-match": `"${sha256}"` } })).status).toBe(304);
  },
  bad: { body: { audioUuid: "7" }, path: "audioUuid", message: "32 位" },
});
builtCall(path("upload"), {
  async success(person) {
    const clip = await newClip(person);
    const again = await uploaded(person, toneFile(pitch));
    expect(again.data).toMatchObject({ durationMs: 500, sha256: clip.sha256, sameAs: [clip.audioUuid] });
    const wrong = await uploaded(person, new File(["这不是声音".repeat(100)], "假的.mp3"));
    expect([wrong.code, wrong.errors?.[0]?.path]).toEqual([400, "file"]);
  },
});
builtCall(path("add"), {
  async success(person) {
    const { audioNum, audioName } = await newClip(person);
    expect(audioNum).toMatch(/^A\d{6}$/);
    expect((await clipsNamed(person, audioName)).list.map((one) => one.audioNum)).toEqual([audioNum]);
  },
  bad: { body: { audioName: "没有文件" }, path: "fileUuid", message: "请选择声音文件" },
});
builtCall(path("update"), {
  async success(person) {
    const { audioUuid } = await newClip(person);
    const { fileUuid, sha256 } = (await uploaded(person, toneFile(++pitch))).data;
    await person.call(path("update"), { audioUuid, text: "换了文件", fileUuid });
    expect((await person.call<Clip>(path("detail"), { audioUuid })).data).toMatchObject({
      text: "换了文件",
      sha256,
      version: 2,
    });
  },
  bad: {
    body: async (person: Visitor) => ({ audioUuid: (await demoClip(person)).audioUuid, use: 9 }),
    path: "use",
    message: "请从列表中选择",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const { audioUuid, audioName } = await newClip(person);
    expect((await person.call(path("delete"), { ids: [audioUuid] })).code).toBe(200);
    expect((await clipsNamed(person, audioName)).total).toBe(0);
  },
  bad: { body: { ids: [] }, path: "", message: "audioUuid" },
});
builtCall(types("list"), {
  async success(person) {
    const names = (await typesNow(person)).map(({ typeName }) => typeName);
    expect(names).toEqual(expect.arrayContaining([demoTypes.safety, demoTypes.station]));
    const adverts = (await person.call<Type[]>(types("list"), { use: 5 })).data;
    expect(adverts.map(({ typeName }) => typeName)).toEqual([demoTypes.advert]);
  },
  bad: { body: { use: 9 }, path: "use", message: "请从列表中选择" },
});
builtCall(types("updateBatch"), {
  async success(person) {
    const before = (await typesNow(person)).map(({ audioCount: _, ...one }) => one);
    const list = [
      ...before.map((one) => (one.typeName === demoTypes.advert ? { ...one, use: 6 } : one)),
      { typeName: "节日祝福" },
    ];
    expect((await person.call<Type[]>(types("updateBatch"), { list })).data.map(({ typeName }) => typeName)).toContain(
      "节日祝福",
    );
    const lost = await person.call(types("updateBatch"), {
      list: list.filter((one) => one.typeName !== demoTypes.safety),
    });
    expect([lost.code, lost.reason, lost.message]).toEqual([400, "used", expect.stringContaining(demoTypes.safety)]);
    await person.call(types("updateBatch"), { list: before });
    expect((await typesNow(person)).map(({ typeName }) => typeName)).not.toContain("节日祝福");
  },
  bad: { body: { list: [{ typeName: "同名" }, { typeName: "同名" }] }, path: "list.1.typeName", message: "重复" },
});
