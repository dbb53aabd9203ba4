import { expect } from "vitest";
import { builtScreen } from "../call";

const at = "/attachment/attachment-management";

builtScreen(at, {
  heading: "附件管理",
  shows: "7 天没有被使用的文件会自动删除",
  async change(person) {
    const form = await person.get(`${at}/new`);
    const file = new File(["第一行"], "规格说明.txt");
    const shown = await (await form.submit({}, { files: { file } })).follow();
    expect([shown.$("h1").text(), shown.$("pre").text()]).toEqual(["规格说明.txt", "第一行"]);
    expect((await person.get(`${at}?keyword=规格说明`)).$("tbody").text()).toContain("规格说明.txt");
  },
});
