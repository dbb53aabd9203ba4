import { data } from "@remix-run/node";
import { again, forkRequest, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { readTicked } from "./read-ticked.server";
import { Ticked } from "./tick-screen";
import type { TickNode } from "./tick-tree";
import { treeRows } from "./tree";

interface Ticking {
  tree: readonly TickNode[];
  /** What is ticked now: a disabled box is not sent, and stays as it is. */
  keys: readonly string[];
  alone?: boolean;
}

/** The action of a `TickScreen`: reads what is ticked, saves it, and answers the form again where that is refused. */
export async function handleTicks(
  request: Request,
  { tree, keys, alone }: Ticking,
  save: (keys: string[], version?: number) => Promise<Response>,
) {
  const [copy, posted] = await forkRequest(request);
  const form = await formDataOf(copy);
  const sent = alone ? await readForm(posted, Ticked) : await readTicked(posted, Ticked, "keys", tree);
  const look = lookIn(form);
  if (look) return data({ reply: { ...sent.reply, status: "error" as const, error: {} }, look });
  if (sent.status !== "success") return again(sent);
  const fixed = new Set(
    treeRows(tree)
      .filter(({ node }) => node.disabled)
      .map(({ node }) => node.id),
  );
  const wanted = [...sent.value.keys.filter((key) => !fixed.has(key)), ...keys.filter((key) => fixed.has(key))];
  const done = await attempt(() => save(wanted, sent.value.version));
  if (done.ok) return done.value;
  const { conflict, message } = done.problem;
  if (!conflict) return again(refused(sent, { message, errors: [{ path: "keys", message }] }));
  return data({ reply: { ...sent.reply, status: "error" as const, error: {} }, conflict }, { status: 409 });
}

/** The word to look for in the tree: by its button, or by Enter in its box. */
function lookIn(form: FormData): string {
  const word = String(form.get("look") ?? "")
    .trim()
    .slice(0, 64);
  return form.get("do") === "look" || (form.has("find") && word !== form.get("looked")) ? word : "";
}
