import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import {
  chosenIn,
  chosenOf,
  keywordIn,
  lookedForOf,
  mostOffered,
  type OfferedChoices,
  type Picks,
  searchIn,
} from "~/kit/page/forms/picks";
import { typedAgain } from "~/kit/page/forms/read-form";
import { findFirst } from "./first-found.server";
import { firstAndChosen, type RecordSource } from "./source.server";

/** Records for a form to offer: those chosen in it, then the first that the keyword finds, within the viewer's organisations. */
export type Offer = (viewer: Viewer, chosen: readonly string[], keyword: string) => Promise<OfferedChoices>;
export type Offers = Record<string, Offer>;

/** Offers a room's records under what people call them; `only` some of them, as a condition on what is filtered. */
export function offerOf<Row extends object, F>(
  room: RecordSource<Row, F>,
  choiceOf: (row: Row) => Choice,
  only?: RawBuilder<unknown>,
): Offer {
  return async (viewer, chosen, keyword) => {
    const source: RecordSource<Row, F> = only
      ? { ...room, where: (...asked) => [...room.where(...asked), only] }
      : room;
    const [own, found] = keyword
      ? await Promise.all([chosenOnly(room, viewer, chosen), foundBy(source, viewer, keyword)])
      : await ownAndFirst(source, viewer, chosen);
    return {
      keyword,
      all: found.all,
      found: found.rows.length,
      choices: removeRepeats([...own.map(choiceOf).sort(byLabel), ...found.rows.map(choiceOf)]),
    };
  };
}

const chosenOnly = async <Row extends object, F>(
  room: RecordSource<Row, F>,
  viewer: Viewer,
  chosen: readonly string[],
) => (chosen.length === 0 ? [] : (await firstAndChosen(room, viewer, 0, chosen)).chosen);

const words = new Intl.Collator("zh", { numeric: true });
const byLabel = (one: Choice, other: Choice) => words.compare(one.label, other.label);

const foundBy = async <Row extends object, F>(source: RecordSource<Row, F>, viewer: Viewer, keyword: string) => ({
  rows: (await findFirst(source, viewer, keyword, mostOffered)).map(({ row }) => row),
  all: false,
});

/** What is chosen may be none of those that the offer is narrowed to. */
async function ownAndFirst<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  keys: readonly string[],
) {
  const { first, chosen } = await firstAndChosen(source, viewer, mostOffered + 1, keys);
  const found = { rows: first.slice(0, mostOffered), all: first.length <= mostOffered };
  return [chosen, found] as const;
}

export const removeRepeats = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ value }, at) => choices.findIndex((one) => one.value === value) === at);

/** What a form's searched fields offer at first; `values` are the record's. */
export const loadPicks = (viewer: Viewer, offers: Offers, values?: object | null): Promise<Picks> =>
  collectPicks(offers, (offer, field) => offer(viewer, chosenOf(values, field), ""));

/** What searched filters of a list offer; their words stand in its address. */
export const loadFilterPicks = (viewer: Viewer, offers: Offers, url: URL): Promise<Picks> =>
  collectPicks(offers, (offer, field) =>
    offer(viewer, url.searchParams.getAll(field).filter(Boolean), keywordIn(url.searchParams, field)),
  );

/** What they offer when a posted form is shown again. */
export const loadPostedPicks = (viewer: Viewer, offers: Offers, form: FormData): Promise<Picks> =>
  collectPicks(offers, (offer, field) => offer(viewer, chosenIn(form, field), keywordIn(form, field)));

/** The answer to a posted form that asks for a search instead of saving: everything typed, and what was found. Words that only one record answers to choose it where nothing is chosen. */
export async function answerSearch(viewer: Viewer, offers: Offers, form: FormData, schema: z.ZodType) {
  if (!form.has("find")) await chooseOnlyFound(viewer, offers, form);
  const asked = searchIn(form);
  return asked && offers[asked]
    ? typedAgain(form, schema, { picks: await loadPostedPicks(viewer, offers, form) })
    : null;
}

async function chooseOnlyFound(viewer: Viewer, offers: Offers, form: FormData): Promise<void> {
  for (const [field, offer] of Object.entries(offers)) {
    const words = keywordIn(form, field);
    const isEmpty = form.getAll(field).length === 1 && form.get(field) === "";
    if (!words || !isEmpty || words === form.get(lookedForOf(field))) continue;
    const { choices } = await offer(viewer, [], words);
    const named = choices.filter(({ label }) => label.split(/[\s（）]+/).includes(words));
    const only = choices.length === 1 ? choices[0] : named.length === 1 ? named[0] : undefined;
    if (!only) continue;
    form.set(field, only.value);
    form.set(lookedForOf(field), words);
  }
}

async function collectPicks(
  offers: Offers,
  ask: (offer: Offer, field: string) => Promise<OfferedChoices>,
): Promise<Picks> {
  return Object.fromEntries(
    await Promise.all(Object.entries(offers).map(async ([field, offer]) => [field, await ask(offer, field)] as const)),
  );
}
