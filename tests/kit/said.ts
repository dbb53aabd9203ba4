import { type CheerioAPI, load } from "cheerio";
import { day } from "./days";

/** Stands in what is kept for lines that are others at another time: none, one or many. */
export const gap = "…";

type Node = Parameters<CheerioAPI["contains"]>[0];

const unread = new Set(["script", "style", "noscript", "template"]);
const blocks = new Set(
  "p li tr h1 h2 h3 h4 div label section fieldset legend form nav ul ol dl dt dd summary details header footer main table thead tbody figure caption".split(
    " ",
  ),
);
const flags = ["checked", "disabled", "readonly", "required"];
const mostChoices = 12;

/** What a page's middle says, offers and would send, in lines. */
export function linesOf(html: string): string[] {
  const $ = load(html);
  const lines = [withoutToday($("head > title").text())];
  let line = "";
  const end = () => {
    const said = withoutToday(line.replaceAll(/\s+/g, " ").trim());
    if (/[^| ]/.test(said)) lines.push(said);
    line = "";
  };
  const read = (node: Node): void => {
    if ("data" in node) {
      if (node.type === "text") line += node.data;
      return;
    }
    if (!("children" in node) || !("name" in node) || unread.has(node.name)) return;
    const { name, attribs } = node;
    if (blocks.has(name)) end();
    line += said(name, attribs);
    if (name === "select") line += choicesOf($, node);
    else node.children.forEach(read);
    if (name === "td" || name === "th") line += " | ";
    if (name === "a" && attribs.href) line += ` <${attribs.href}>`;
    if (blocks.has(name)) end();
  };
  $("main").get().forEach(read);
  end();
  return lines;
}

/** What an element says beside its text. */
function said(name: string, attribs: Record<string, string>): string {
  const words = [attribs["aria-label"], attribs.title, attribs.alt].filter(Boolean).map((text) => ` (${text})`);
  const { type = name, name: field = "", value = "" } = attribs;
  if (["input", "textarea", "button"].includes(name)) {
    const told = [type, field && `${field}=${value}`, ...flags.filter((flag) => flag in attribs)];
    words.push(` [${told.filter(Boolean).join(" ")}]`);
  }
  if (attribs["data-island"]) words.push(` {${attribs["data-island"]} ${attribs["data-props"] ?? ""}}`);
  return words.join("");
}

function choicesOf($: CheerioAPI, select: Node): string {
  const choices = $(select)
    .find("option")
    .map((_, option) => ("selected" in option.attribs ? "*" : "") + $(option).text())
    .get();
  const more = choices.length > mostChoices ? ` of ${choices.length}` : "";
  return ` [${$(select).attr("name")}: ${choices.slice(0, mostChoices).join(" / ")}${more}] `;
}

/** What an answer says, a line for each value, of each list the first three. */
export function valuesOf(answer: unknown, at = ""): string[] {
  if (Array.isArray(answer)) {
    const more = answer.length > 3 ? [`${at}: ${answer.length} in all`] : [];
    return [...answer.slice(0, 3).flatMap((one, place) => valuesOf(one, `${at}[${place}]`)), ...more];
  }
  if (typeof answer === "object" && answer !== null)
    return Object.entries(answer).flatMap(([name, value]) => valuesOf(value, at ? `${at}.${name}` : name));
  return [withoutToday(`${at} ${JSON.stringify(answer)}`.slice(0, 300))];
}

/** Without what is another in each run or on each day: keys, addresses, moments, and days other than today. */
function withoutToday(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}/g, "#")
    .replaceAll(/198\.51\.\d+\.\d+/g, "198.51.x.x")
    .replaceAll(/\bversion([ =])\d{6,}/g, "version$1n")
    .replaceAll(/(?<!\d)(\d{4}-\d{2}-\d{2})([ T]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?/g, (_whole, date, time) =>
      time ? "moment" : date === day(0) ? "today" : "day",
    )
    .replaceAll(/(?<![\d.-])\d{2}-\d{2}(?![\d-])/g, "MM-DD")
    .replaceAll(/(剩|过期) \d+ 天|([dD]ays(?:Left)?) -?\d+/g, (_whole, words, name) =>
      words ? `${words} n 天` : `${name} n`,
    );
}

const longest = 1500;

/** Also without what accounts of this run, its sessions and the database's counters are called. */
export const withoutRun = (line: string): string =>
  withoutToday(line)
    .slice(0, longest)
    .replaceAll(/测试[0-9a-f]{4}\b/g, "测试")
    .replaceAll(/\bt[0-9a-f]{12}\b/g, "t")
    .replaceAll(/session: "[0-9a-f]{8}"/g, "session")
    .replaceAll(/(\w+_id): \d+/g, "$1");

/** Whether the lines are those kept, but for what stands at its gaps. */
export function fits(kept: readonly string[], lines: readonly string[]): boolean {
  const parts: string[][] = [[]];
  for (const line of kept) {
    if (line === gap) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  const isAt = (part: string[], at: number) => part.every((line, nth) => lines[at + nth] === line);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length === 1) return lines.length === first.length && isAt(first, 0);
  const end = lines.length - last.length;
  let at = first.length;
  if (at > end || !isAt(first, 0) || !isAt(last, end)) return false;
  for (const part of parts.slice(1, -1)) {
    while (at + part.length <= end && !isAt(part, at)) at++;
    at += part.length;
  }
  return at <= end;
}

/** The lines with the gaps of what is kept; `learn` puts further gaps where both differ. */
export function withGaps(kept: readonly string[], lines: readonly string[], learn = false): string[] {
  const pairs = common(kept, lines);
  const told: string[] = [];
  let [before, after] = [0, 0];
  for (const [nth, place] of [...pairs, [kept.length, lines.length] as const]) {
    const lost = kept.slice(before, nth);
    const came = lines.slice(after, place);
    const isGap = lost.includes(gap) || (learn && lost.length + came.length > 0);
    if (isGap) told.push(gap);
    else told.push(...came);
    if (place < lines.length) told.push(lines[place]!);
    [before, after] = [nth + 1, place + 1];
  }
  return told;
}

/** Where the longest common sequence of both stands in the one and in the other. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
