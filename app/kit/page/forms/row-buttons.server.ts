import { data } from "@remix-run/node";
import type { z } from "zod";
import { forkRequest, formDataOf, readForm, type Reply } from "./read-form";
import { editRows, type RowList } from "./row-edits";

/** Answers a press of a row button with the form as it then is, everything typed kept; any other post is saved by `save`. */
export async function answerRowButton<A>(
  sent: Request,
  schema: z.ZodType,
  lists: Record<string, RowList>,
  save: (request: Request) => Promise<A>,
) {
  const [copy, request] = await forkRequest(sent);
  const form = await formDataOf(copy);
  const rows = editRows(form, lists);
  if (!rows) return save(request);
  const { reply } = await readForm(rows, schema);
  return data({ reply: { ...reply, status: "error", error: {} } as Reply, pressed: String(form.get("do")) });
}
