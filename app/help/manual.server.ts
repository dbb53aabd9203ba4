import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { newMarkdown } from "~/kit/page/markdown/markdown.server";
import { normalizeForSearch } from "~/kit/data/search/search-keys";

/** A text of the manual: for one kind of work, in tasks. */
export interface ManualPage {
  name: string;
  title: string;
  /** What it is about, in a sentence. */
  about: string;
  tasks: ManualTask[];
}

export interface ManualTask {
  title: string;
  /** The part of the address behind #. */
  id: string;
  html: string;
  /** Addresses of the screens on which it is done, as its first lines name them. */
  screens: string[];
  /** Its words, for the search. */
  text: string;
}

const folder = path.join("docs", "manual");
const render = newMarkdown({ below: 0, pictures: /^\/manual\/[\w-]+\.png$/ });
let read: readonly ManualPage[] | undefined;

/** The manual as it lies in docs/manual, one file a page, in the order of their names; read once. */
export const manual = (): readonly ManualPage[] => (read ??= readManual());

function readManual(): ManualPage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readPage(file.replace(/^\d+-|\.md$/g, ""), readFileSync(path.join(folder, file), "utf8")));
}

/** A file's page: `# ` its title with what it is about below, `## ` each task, whose first quoted lines link the screens it is done on. */
export function readPage(name: string, source: string): ManualPage {
  const [head = "", ...parts] = source.split(/^## /m);
  const [title = "", ...about] = head.replace(/^# /, "").trim().split("\n");
  return {
    name,
    title,
    about: about.join("\n").trim(),
    tasks: parts.map((part) => {
      const end = part.indexOf("\n");
      const [taskTitle, body] = [part.slice(0, end).trim(), part.slice(end + 1).trim()];
      const where = /^(?:>.*\n?)+/.exec(body)?.[0] ?? "";
      return {
        title: taskTitle,
        id: taskTitle.replace(/\s+/g, "-"),
        html: render(body),
        screens: [...where.matchAll(/\]\((\/[^)#?]*)[^)]*\)/g)].map(([, address]) => address!),
        text: body.replace(/\]\([^)]*\)|[>#*|`[\]!]|^-+$/gm, " ").replace(/\s+/g, " "),
      };
    }),
  };
}

interface FoundTask {
  page: ManualPage;
  task: ManualTask;
}

const allTasks = (): FoundTask[] => manual().flatMap((page) => page.tasks.map((task) => ({ page, task })));

export const taskUrl = ({ page, task }: FoundTask) => `/help/${page.name}#${encodeURIComponent(task.id)}`;

/** The task that tells about a screen: the one that names the longest part of its address. */
export function taskFor(pathname: string): FoundTask | undefined {
  const fits = (screen: string) => pathname === screen || pathname.startsWith(`${screen}/`);
  let best: FoundTask | undefined;
  let longest = 0;
  for (const one of allTasks())
    for (const screen of one.task.screens)
      if (screen.length > longest && fits(screen)) [best, longest] = [one, screen.length];
  return best;
}

const around = 40;

/** Tasks in which all words of a term stand, those with them in the title first, each with what stands around the first. */
export function findTasks(term: string): (FoundTask & { excerpt: string; inTitle: boolean })[] {
  const words = term.split(/\s+/).map(normalizeForSearch).filter(Boolean);
  if (words.length === 0) return [];
  const holdsAll = (text: string) => words.every((word) => normalizeForSearch(text).includes(word));
  return allTasks()
    .filter(({ task, page }) => holdsAll(`${page.title} ${task.title} ${task.text}`))
    .map((one) => ({ ...one, excerpt: excerptOf(one.task.text, words[0]!), inTitle: holdsAll(one.task.title) }))
    .sort((one, other) => Number(other.inTitle) - Number(one.inTitle));
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, at - around);
  return `${from > 0 ? "…" : ""}${text.slice(from, at + 2 * around)}${at + 2 * around < text.length ? "…" : ""}`;
}
