import { problem } from "~/kit/ground/problem";

const most = 5000;

/** Device numbers of a pasted list or csv: the first of each line, each once, without a heading; throws problem.field. */
export function readNumbers(lines: string): { line: number; devSelfCode: string }[] {
  const found = lines
    .normalize("NFKC")
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, devSelfCode: text.split(/[\s,;、]/, 1)[0]!.replace(/^"(.*)"$/, "$1") }))
    .filter(({ devSelfCode }) => devSelfCode !== "" && !/^(设备编号|deviceNo|devSelfCode)$/i.test(devSelfCode));
  if (found.length === 0) throw problem.field("lines", "请粘贴设备编号，一行一个");
  if (found.length > most) throw problem.field("lines", `一次最多 5,000 台，现有 ${found.length} 行`);
  const first = new Map<string, number>();
  for (const { line, devSelfCode } of found) {
    if (first.has(devSelfCode))
      throw problem.field("lines", `设备 ${devSelfCode} 在第 ${first.get(devSelfCode)} 行和第 ${line} 行重复`);
    first.set(devSelfCode, line);
  }
  return found;
}
