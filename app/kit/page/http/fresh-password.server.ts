import { redirect } from "@remix-run/node";
import { isPasswordStale, StalePassword } from "~/kit/data/access/fresh-password.server";
import { storePost } from "~/kit/data/access/stored-post.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { forkRequest } from "~/kit/page/forms/read-form";
import { cleanAddress } from "./entry.server";

/** Runs a page's handler; where it asks for a fresh password, the person is led to the page that takes it, and what they posted is kept until they come back. */
export async function runFresh<R>(
  { request, url, viewer }: { request: Request; url: URL; viewer: Viewer },
  run: (request: Request) => R,
): Promise<Awaited<R>> {
  const keeps = isPasswordStale(viewer) && isForm(request);
  const [first, copy] = keeps ? await forkRequest(request) : [request, undefined];
  try {
    return await run(first);
  } catch (error) {
    if (!(error instanceof StalePassword)) throw error;
    const to = new URLSearchParams({ to: error.backTo ?? cleanAddress(url) });
    const kept = copy && (await storePost(copy, viewer.userId));
    if (kept) to.set("kept", kept);
    throw redirect(`/confirm-password?${to}`, 303);
  }
}

const isForm = ({ method, headers }: Request) =>
  method === "POST" && /urlencoded/.test(headers.get("content-type") ?? "");
