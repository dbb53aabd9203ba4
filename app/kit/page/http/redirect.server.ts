import { redirect } from "@remix-run/node";
import { flashCookie } from "~/kit/data/access/cookies.server";

export interface Flash {
  kind: "success" | "warning" | "error";
  text: string;
  /** What may be done about it, on this site. */
  link?: { label: string; href: string };
}

/** After a change: sends the browser on (303) with a message that the next page shows once. */
export async function redirectWith(
  request: Request,
  text: string,
  to: string,
  kind: Flash["kind"] = "success",
  link?: Flash["link"],
): Promise<Response> {
  return redirect(to, { status: 303, headers: { "Set-Cookie": await writeFlash(request, text, kind, link) } });
}

export function writeFlash(request: Request, text: string, kind: Flash["kind"], link?: Flash["link"]): Promise<string> {
  return flashCookie.write(
    request,
    Buffer.from(JSON.stringify({ kind, text: text.slice(0, 500), link })).toString("base64url"),
  );
}

export async function readFlash(request: Request): Promise<Flash | undefined> {
  const value = await flashCookie.read(request);
  if (!value) return undefined;
  try {
    const { kind, text, link } = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Flash;
    if (!["success", "warning", "error"].includes(kind) || typeof text !== "string") return undefined;
    return { kind, text, ...(isOurs(link) && { link }) };
  } catch {
    return undefined;
  }
}

/** A cookie may come from anywhere: only addresses of this site are linked. */
const isOurs = (link: unknown): link is NonNullable<Flash["link"]> =>
  typeof link === "object" &&
  link !== null &&
  "label" in link &&
  typeof link.label === "string" &&
  "href" in link &&
  typeof link.href === "string" &&
  /^\/[a-z][\w/-]*$/.test(link.href);
