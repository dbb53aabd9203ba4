import { expect, it } from "vitest";
import { cleanFileName } from "./file-name";

it.each([
  ["报站 说明.txt", "报站 说明.txt"],
  ["C:\\文件\\a.txt", "a.txt"],
  ["../../etc/passwd", "passwd"],
  ["..\u0000a\r\nb.txt", "..ab.txt"],
  ["照片\u202egnp.exe", "照片gnp.exe"],
  ["引\"号'和%.txt", "引\"号'和%.txt"],
  ["🚌.png", "🚌.png"],
  ["半\ud83d.png", "半.png"],
  ["folder/", ""],
])("a file sent as %j is named %j", (sent, name) => expect(cleanFileName(sent)).toBe(name));

it("a long name keeps its ending and no half of a character", () => {
  expect(cleanFileName(`${"长".repeat(300)}.xlsx`)).toBe(`${"长".repeat(250)}.xlsx`);
  const smiling = cleanFileName(`ab${"🚌".repeat(200)}.png`);
  expect([smiling.length, smiling.isWellFormed(), smiling.endsWith("🚌.png")]).toEqual([254, true, true]);
});
