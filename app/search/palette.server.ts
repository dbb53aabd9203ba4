import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { findTasks, taskUrl } from "~/help/manual.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { normalizeForSearch, searchKeys } from "~/kit/data/search/search-keys";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { navigationOf, type TabScreen, tabScreens } from "~/shell/frame/navigation.server";
import { recentPagesOf } from "~/shell/frame/recent-pages.server";
import { searchAll } from "./search.server";
import { recordVerbs, verbs } from "./verbs.server";

/** One line of the palette: where it leads. */
export interface Offer {
  name: string;
  detail: string;
  href: string;
}

export interface OfferGroup {
  title: string;
  offers: Offer[];
  /** A list of all, where these are the first. */
  all?: string;
}

type PaletteCall = Pick<ViewerCall, "request" | "viewer" | "facts">;

const mostOffered = 6;

export const termOf = (url: URL): string => (url.searchParams.get("q") ?? "").trim().slice(0, 64);

/** What a person may open or do that a term names: screens and verbs by their words, pinyin or initials, verbs with a record ("编辑 1001"), and records; without a term what they looked at last. */
export async function paletteFor(asked: PaletteCall, term: string): Promise<OfferGroup[]> {
  if (!term) return withSome([{ title: "最近看过", offers: await recentOffers(asked) }]);
  const [places, done, found] = await Promise.all([
    findPlaces(asked, term),
    findDeeds(asked.viewer, term),
    searchAll(asked.viewer, term),
  ]);
  return withSome([
    { title: "可以做", offers: done },
    ...found.map(({ title, hits, all }) => ({
      title,
      offers: hits.map(({ name, detail, href }) => ({ name, detail, href })),
      all,
    })),
    { title: "页面和功能", offers: places },
    {
      title: "使用手册",
      offers: findTasks(term)
        .filter(({ inTitle }) => inTitle)
        .slice(0, mostOffered)
        .map((one) => ({ name: one.task.title, detail: one.page.title, href: taskUrl(one) })),
    },
  ]);
}

const withSome = (groups: OfferGroup[]) => groups.filter(({ offers }) => offers.length > 0);

async function recentOffers(asked: PaletteCall): Promise<Offer[]> {
  const [recent, screens] = await Promise.all([recentPagesOf(asked.viewer.userId), screensOf(asked)]);
  return recent.flatMap(({ path, title }) => {
    const list = screens.find((screen) => path.startsWith(`${screen.path}/`));
    return list ? [{ name: title, detail: list.title, href: path }] : [];
  });
}

async function screensOf({ viewer, facts, request }: PaletteCall): Promise<TabScreen[]> {
  const [session, appCode] = await Promise.all([facts.session(), appCodeCookie.read(request)]);
  return session.state === "live" ? tabScreens(await navigationOf(session, appCode ?? viewer.appCode), viewer) : [];
}

/** Screens of the person's menu and verbs, those whose words begin with the term first. */
async function findPlaces(asked: PaletteCall, term: string): Promise<Offer[]> {
  const wanted = normalizeForSearch(term);
  const screens = await screensOf(asked);
  const all = [
    ...screens.map(({ title, path }) => ({ words: title, alias: undefined, href: path, detail: "页面" })),
    ...verbs
      .filter(({ permission }) => allows(asked.viewer, permission))
      .map(({ words, alias, href }) => ({ words, alias, href, detail: alias ?? "功能" })),
  ];
  return all
    .map((one) => ({ ...one, rank: rankOf([one.words, one.alias], wanted) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank || one.words.length - other.words.length)
    .slice(0, mostOffered)
    .map(({ words, href, detail }) => ({ name: words, detail, href }));
}

/** Verbs with a record: one word of the term is the verb's, or begins it, the others name the record. */
async function findDeeds(viewer: Viewer, term: string): Promise<Offer[]> {
  const words = term.split(/\s+/);
  if (words.length < 2) return [];
  const offers: Offer[] = [];
  for (const at of [0, words.length - 1]) {
    const rest = words.filter((_, place) => place !== at).join(" ");
    const wanted = normalizeForSearch(words[at]!);
    const meant = recordVerbs.filter(
      (verb) => allows(viewer, verb.permission) && rankOf([verb.words], wanted) <= startsWith,
    );
    if (meant.length === 0) continue;
    const hits = (await searchAll(viewer, rest)).flatMap((group) =>
      group.hits.map((hit) => (hit.exact ? hit : { ...hit, detail: `${group.title} ${hit.detail}` })),
    );
    for (const { href, name, detail } of hits)
      for (const verb of meant)
        if (href.startsWith(`${verb.url}/`))
          offers.push({ name: `${verb.words} ${name}`, detail, href: href + verb.page });
  }
  return offers.slice(0, mostOffered);
}

const startsWith = 1;

/** 0 where the term is all of the words, their pinyin or initials, 1 where it begins them, 2 where they hold it. */
function rankOf(words: readonly (string | undefined)[], wanted: string): number {
  if (!wanted) return Infinity;
  const ranks = words.flatMap((one) => (one ? keysOf(one).map((key) => rankIn(key, wanted)) : []));
  return Math.min(Infinity, ...ranks);
}

function rankIn(key: string, wanted: string): number {
  if (key === wanted) return 0;
  if (key.startsWith(wanted)) return startsWith;
  return key.includes(wanted) ? 2 : Infinity;
}

const known = new Map<string, string[]>();

/** Titles of the menu are few, and the same for years. */
function keysOf(words: string): string[] {
  const found = known.get(words);
  if (found) return found;
  const { pinyin, initials } = searchKeys(words);
  const keys = [normalizeForSearch(words), ...pinyin.split("|"), initials];
  if (known.size > 2000) known.clear();
  known.set(words, keys);
  return keys;
}
