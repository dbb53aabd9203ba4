import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Picks } from "~/kit/page/forms/picks";
import {
  type AcceptedForm,
  again,
  formDataOf,
  readForm,
  type RefusedForm,
  typedAgain,
} from "~/kit/page/forms/read-form";
import { editRows, type RowList } from "~/kit/page/forms/row-edits";
import { answerSearch, loadPostedPicks, type Offers } from "./offers.server";

interface RowsForm<S extends z.ZodType> {
  schema: S;
  lists: Record<string, RowList>;
  offers: Offers;
}

/** Answers a post of a form whose rows choose among searched records: a search or a row button with all that was typed, any other post by `save`, whose refusal offers what was found again. */
export async function answerRows<S extends z.ZodType, A>(
  viewer: Viewer,
  request: Request,
  { schema, lists, offers }: RowsForm<S>,
  save: (sent: AcceptedForm<z.output<S>>, picks: () => Promise<Picks>) => Promise<RefusedForm | A>,
) {
  const form = await formDataOf(request);
  const picks = () => loadPostedPicks(viewer, offers, form);
  const rows = editRows(form, lists);
  if (rows) return typedAgain(rows, schema, { picks: await picks(), pressed: String(form.get("do")) });
  const search = await answerSearch(viewer, offers, form, schema);
  if (search) return search;
  const sent = await readForm(form, schema);
  const done = sent.status === "success" ? await save(sent, picks) : sent;
  return isRefused(done) ? again(done, { picks: await picks() }) : done;
}

const isRefused = (done: unknown): done is RefusedForm => (done as Partial<RefusedForm>).status === "error";
