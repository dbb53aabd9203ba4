import type { z } from "zod";
import { formDataOf, readForm, type SentForm } from "~/kit/page/forms/read-form";
import { type TickNode, tickBelow } from "./tick-tree";
import { treeRows, withParents } from "./tree";

/** Reads a form with a `TickTree` named `name`: what is ticked brings all above it. 全选下级 answers the form with those ticks set, to be shown again. */
export async function readTicked<S extends z.ZodType>(
  request: Request,
  schema: S,
  name: string,
  tree: readonly TickNode[],
): Promise<SentForm<z.output<S>>> {
  const form = await formDataOf(request);
  const pressed = form.get(tickBelow);
  const ticked = [...form.getAll(name).map(String), ...belowOf(tree, pressed)];
  form.delete(name);
  form.delete(tickBelow);
  for (const id of withParents(tree, ticked)) form.append(name, id);
  const sent = await readForm(form, schema);
  return pressed === null ? sent : { status: "error", reply: { ...sent.reply, status: "error", error: {} } };
}

function belowOf(tree: readonly TickNode[], pressed: FormDataEntryValue | null): string[] {
  const from = treeRows(tree).find(({ node }) => node.id === pressed);
  return from
    ? treeRows([from.node])
        .filter(({ node }) => !node.disabled)
        .map(({ node }) => node.id)
    : [];
}
