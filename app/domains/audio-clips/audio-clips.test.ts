import { expect, it } from "vitest";
import { newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { toneFile } from "../../../tests/kit/sound";
import { audioRoom } from "./room";

const { may, url } = audioRoom;
let made = 0;
let pitch = 300;

describeRoom({
  path: url,
  may,
  valid: () => ({
    audioNum: `T${String(++made).padStart(4, "0")}`,
    audioName: `试验语音${made}`,
    text: "原来的文稿",
    language: "zh",
    use: "4",
    speaker: "1",
    source: "recorded",
    remark: "原来的",
  }),
  files: () => ({ fileUuid: toneFile(pitch++) }),
  invalid: [
    { field: "audioNum", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "audioName", value: "", message: "请输入名称" },
    { field: "audioName", value: "名".repeat(65), message: "最多 64 个字" },
    { field: "text", value: "字".repeat(501), message: "最多 500 个字" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "audioName",
  unique: { field: "audioNum", message: "编号已被使用" },
  texts: ["remark", "audioName"],
  bulk: { field: "use", value: "5" },
  table: { name: "audio", key: "audioUuid" },
  api: { missing: "/api/line/file/audio/info/update", key: "audioUuid" },
});

it("asks for a file or for words to speak", async () => {
  const person = await visitorWith(may.read, may.write);
  const form = await person.get(`${url}/new`);
  const none = await form.submit({ audioName: "没有声音", source: "recorded" });
  expect([none.status, none.errorAt("fileUuid")]).toEqual([422, expect.stringContaining("请选择声音文件")]);
  const silent = await form.submit({ audioName: "没有文稿", source: "spoken" });
  expect([silent.status, silent.errorAt("text")]).toEqual([422, "请输入要朗读的文稿"]);
});

it("is made once by the same call, though what is spoken twice is never the same sound", async () => {
  const person = await visitorWith(...Object.values(audioRoom.may));
  const body = { audioUuid: newKey(), audioName: "请扶好", text: "车辆转弯，请扶好", language: "zh", source: "spoken" };
  const add = () =>
    person.call<{ audioUuid: string; sha256: string; audioNum: string }>("/api/line/file/audio/info/add", body);
  const [first, again] = [await add(), await add()];
  expect([first.success, again.success, again.message]).toEqual([true, true, first.message]);
  expect(again.data).toEqual(first.data);
  const other = await person.call("/api/line/file/audio/info/add", { ...body, text: "别的" });
  expect(other.errors?.[0]).toMatchObject({ path: "audioUuid" });
});
