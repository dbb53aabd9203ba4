import { data } from "@remix-run/node";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";

/** Begins to take an import back and goes to its page; refused, the page that asked says why. `undo` answers false where that was done before. */
export async function answerUndo(request: Request, importPage: string, undo: () => Promise<boolean>) {
  const done = await attempt(undo);
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, done.value ? "正在撤销" : "之前已经撤销过", importPage);
}
