import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { redirect } from "@remix-run/node";
import { sql } from "kysely";
import { isFlash } from "~/kit/data/access/cookies.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { onceField } from "~/kit/ground/once-field";
import { log } from "~/kit/ground/log.server";
import { BODY_LIMIT, forkRequest } from "~/kit/page/forms/read-form";

const longestWait = sql`interval '60 seconds'`;
/** Who sends the same later means it. */
const longestRepeat = sql`interval '10 seconds'`;

/** Runs what a page does with a post; of a form with `OnceField` that is pressed twice, the second press waits for the first and goes where that one led. */
export async function answerOnce<R>(
  { request, url, viewer }: { request: Request; url: URL; viewer: Viewer },
  run: (request: Request) => R,
): Promise<Awaited<R>> {
  if (!isSmallForm(request)) return await run(request);
  const [copy, forked] = await forkRequest(request);
  const key = keyOf(viewer, url, request, Buffer.from(await copy.arrayBuffer()));
  if (!key) return await run(forked);
  const earlier = await begin(key, request.signal);
  if (earlier) return earlier as Awaited<R>;
  let answer: unknown;
  try {
    return (answer = await run(forked)) as Awaited<R>;
  } finally {
    await end(key, answer).catch((error: unknown) => log.warn({ err: error }, "answer to a form not kept"));
  }
}

/** A larger upload is broken off by the second press. */
function isSmallForm({ method, headers }: Request): boolean {
  if (method !== "POST") return false;
  const isUpload = /^multipart\/form-data/i.test(typeOf(headers));
  return isUpload
    ? Number(headers.get("content-length") ?? Infinity) <= BODY_LIMIT
    : /urlencoded/.test(typeOf(headers));
}

const typeOf = (headers: Headers) => headers.get("content-type") ?? "";

/** Who sends what where; undefined for a form without the field. Each press of a form with files has another boundary. */
function keyOf({ userId }: Viewer, { pathname, search }: URL, { headers }: Request, body: Buffer): string | undefined {
  const boundary = /boundary="?([^";]+)/i.exec(typeOf(headers))?.[1];
  const text = boundary ? body.toString("latin1").replaceAll(boundary, "") : body.toString("latin1");
  const once = boundary ? `name="${onceField}"\r\n` : `${onceField}=`;
  if (!text.includes(once)) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([userId, pathname + search, text]))
    .digest("hex");
}

/** Takes a form on, or answers it as it was answered before; throws an AbortError where nobody waits for that any more. */
async function begin(key: string, signal: AbortSignal): Promise<Response | undefined> {
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    const taken = await sql`
      insert into answered_post (post_key) values (${key})
      on conflict (post_key) do update set at = now(), location = null, flash = null
        where answered_post.at < now() - case when answered_post.location is null then ${longestWait} else ${longestRepeat} end
      returning post_key`.execute(db());
    if (taken.rows.length > 0) return undefined;
    const answered = await sql<{ location: string; flash: string | null }>`
      select location, flash from answered_post where post_key = ${key} and location is not null`.execute(db());
    const [earlier] = answered.rows;
    if (earlier) {
      const headers = earlier.flash === null ? undefined : { "Set-Cookie": earlier.flash };
      return redirect(earlier.location, { status: 303, headers });
    }
    await sleep(pause, undefined, { signal });
  }
}

/** Keeps where the form led and what it said; an answer that says more (a page, a session) is not to be repeated. */
async function end(key: string, answer: unknown): Promise<void> {
  const { headers } = answer instanceof Response ? answer : new Response();
  const [location, [flash = null, ...more]] = [headers.get("location"), headers.getSetCookie()];
  const isKept = location !== null && more.length === 0 && (flash === null || isFlash(flash));
  await sql`delete from answered_post where at < now() - ${longestWait}`.execute(db());
  await (
    isKept
      ? sql`update answered_post set at = now(), location = ${location}, flash = ${flash} where post_key = ${key}`
      : sql`delete from answered_post where post_key = ${key}`
  ).execute(db());
}
