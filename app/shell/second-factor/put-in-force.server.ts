import { data, redirect } from "@remix-run/node";
import { SessionEnded } from "~/kit/data/access/own-guess.server";
import { turnOn } from "~/kit/data/access/second-factor.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { openSealedForm } from "~/kit/page/forms/sealed-form.server";
import { attempt } from "~/kit/ground/problem";
import type { RenewForm, SetupForm } from "../session/schema";
import { issueCodes } from "./issued-codes.server";
import { openSetup, showSetup } from "./setup.server";

/** The action of a page that shows a new secret: answers the recovery codes, or the form again with the same secret. */
export async function putInForce({ viewer, request, facts }: ViewerCall, schema: typeof SetupForm | typeof RenewForm) {
  const sent = await readForm(await openSealedForm(request), schema);
  const sealed = sent.reply.initialValue?.setup;
  const opened = await attempt(async () => openSetup(viewer, typeof sealed === "string" ? sealed : ""));
  const setup = showSetup(viewer, opened.ok ? opened.value : undefined);
  if (sent.status !== "success") return again(sent, { setup });
  const done = opened.ok
    ? await attempt(() => turnOn(viewer, { ...sent.value, secret: opened.value }, facts.clientAddress))
    : opened;
  if (done.ok) return data({ issued: issueCodes(viewer, done.value) });
  if (done.problem instanceof SessionEnded) throw redirect("/login?ended=guess", 303);
  return again(refused(sent, done.problem), { setup });
}
