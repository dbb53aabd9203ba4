import { redirect } from "@remix-run/node";
import { SessionEnded } from "~/kit/data/access/own-guess.server";
import { findSecondFactor } from "~/kit/data/access/second-factor.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { openSealedForm } from "~/kit/page/forms/sealed-form.server";
import { attempt } from "~/kit/ground/problem";
import { ProofForm } from "../session/schema";

export const loadInForce = page("signed-in", async ({ viewer }) => {
  if (!(await findSecondFactor(viewer.userId))) throw redirect("/second-factor");
  return null;
});

type Proof = { password: string; code: string };

/** Reads password and code and does with them what the page is for; refused, the form comes again. */
export async function withProof<T>(
  { viewer, request, facts }: ViewerCall,
  verb: (viewer: Viewer, proof: Proof, address: string) => Promise<T>,
) {
  const sent = await readForm(await openSealedForm(request), ProofForm);
  if (sent.status !== "success") return { answer: again(sent) };
  const done = await attempt(() => verb(viewer, sent.value, facts.clientAddress));
  if (done.ok) return { done: done.value };
  if (done.problem instanceof SessionEnded) throw redirect("/login?ended=guess", 303);
  return { answer: again(refused(sent, done.problem)) };
}
