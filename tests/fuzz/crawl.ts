import type { Known } from "./known";
import { type Form, kindOf, readForms } from "./forms";
import type { People } from "./people";
import { send, type WireAnswer } from "./wire";

/** Pages of one kind: addresses that have been found, and queries that links to them carry. */
export interface PageKind {
  kind: string;
  addresses: string[];
  queries: Set<string>;
  /** Names that its forms send by GET. */
  filters: Set<string>;
}

export interface Site {
  pages: Map<string, PageKind>;
  /** Forms by their name, with the addresses of pages that have them. */
  forms: Map<string, { form: Form; addresses: string[] }>;
}

const perKind = 6;
const opened = 3;
/** Ends the session that reads. */
const never = /^\/(sign-out|switch-session|logout)/;

/** Walks all pages that links lead the administrator to, a few of each kind, and reads their forms and choices. */
export async function crawl(
  url: string,
  people: People,
  known: Known,
  starts: Iterable<string>,
  tell: (told: WireAnswer, path: string) => void,
): Promise<Site> {
  const site: Site = { pages: new Map(), forms: new Map() };
  const waiting = [
    ...starts,
    "/homepage",
    "/personal-settings",
    "/modify-password",
    "/api-docs",
    "/401",
    "/search?q=1",
  ];
  const seen = new Map<string, number>();
  const cookie = people.keysOf("admin")!.cookie;
  const headers = { accept: "text/html", "sec-fetch-site": "same-origin", cookie };
  const visit = async (path: string) => {
    const told = await send(url, { method: "GET", path, headers });
    tell(told, path);
    if (told.status === 200 && String(told.headers["content-type"]).startsWith("text/html")) read(told.text, path);
  };
  const read = (html: string, path: string) => {
    const { links, forms } = readForms(html, path, path === "/homepage");
    for (const address of [...links, ...forms.map(({ action }) => action)])
      note(site, address, path, people.spared, waiting);
    for (const form of forms) {
      const found = site.forms.get(form.name);
      if (!found) {
        site.forms.set(form.name, { form, addresses: [path] });
        if (form.method === "get") waiting.push(sentByGet(form));
      } else if (found.addresses.length < perKind) found.addresses.push(path);
      for (const { name, value, options } of form.controls)
        for (const one of [value, ...options]) known.learnValue(lastName(name), one);
      if (form.method === "get")
        for (const { name } of form.controls) site.pages.get(kindOf(form.action))?.filters.add(name);
    }
  };
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      note(site, path, path, people.spared, []);
      const kind = kindOf(path) + (path.includes("verb=") ? path.replace(/.*(verb=\w+).*/, " $1") : "");
      const times = seen.get(kind) ?? 0;
      if (times >= opened || never.test(path) || namesSpared(path, people.spared)) continue;
      seen.set(kind, times + 1);
      await visit(path);
    }
  };
  for (let turn = 0; turn < 2; turn++) await Promise.all(Array.from({ length: 4 }, work));
  return site;
}

/** The address that a form leads to when its first box is ticked. */
function sentByGet({ action, pairs, controls }: Form): string {
  const box = controls.find(({ type, isChosen }) => type === "checkbox" && !isChosen);
  const all: [string, string][] = box ? [...pairs, [box.name, box.value]] : pairs;
  return `${action.replace(/[?#].*/, "")}?${new URLSearchParams(all).toString()}`;
}

const lastName = (name: string) =>
  name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .at(-1) ?? name;

/** Whether an address is of somebody who must stay as they are. */
export const namesSpared = (address: string, spared: ReadonlySet<string>) =>
  address.split(/[/?&=]/).some((part) => spared.has(part));

function note(site: Site, address: string, from: string, spared: ReadonlySet<string>, waiting: string[]): void {
  const found = new URL(address, `http://here${from}`);
  if (found.host !== "here" || namesSpared(address, spared)) return;
  const kind = kindOf(found.pathname);
  const page = site.pages.get(kind) ?? { kind, addresses: [], queries: new Set(), filters: new Set() };
  site.pages.set(kind, page);
  if (found.search && page.queries.size < 30) page.queries.add(found.search);
  if (page.addresses.includes(found.pathname)) return;
  if (page.addresses.length < perKind) page.addresses.push(found.pathname);
  waiting.push(found.pathname + found.search);
}
