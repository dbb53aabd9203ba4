import { expect } from "vitest";
import { toneFile } from "../../kit/sound";
import { builtScreen } from "../call";

const at = "/voice/voice-library";

builtScreen(at, {
  heading: "语音库",
  shows: "请勿上车",
  async change(person) {
    const form = await person.get(`${at}/new`);
    const files = { fileUuid: toneFile(1234) };
    const shown = await (await form.submit({ audioName: "规格音频", text: "请往里走" }, { files })).follow();
    expect([shown.$("h1").text(), shown.text]).toEqual(["规格音频", expect.stringContaining("0.5 秒")]);
    const list = await person.get(`${at}?keyword=往里走&language=zh`);
    expect(list.$("tbody").text()).toContain("请往里走");
    const src = list.$("tbody audio").attr("src")!;
    const sound = await person.send(src);
    expect([sound.headers.get("content-type"), (await sound.arrayBuffer()).byteLength > 100]).toEqual([
      "audio/wav",
      true,
    ]);
  },
});
