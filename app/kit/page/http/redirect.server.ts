import { redirect } from "@remix-run/node";
import { flashCookie } from "~/kit/data/access/cookies.server";

export interface Flash {
  kind: "success" | "warning" | "error";
  text: string;
}

/** After a change: sends the browser on (303) with a message that the next page shows once. */
export async function redirectWith(
  request: Request,
  text: string,
  to: string,
  kind: Flash["kind"] = "success",
): Promise<Response> {
  return redirect(to, { status: 303, headers: { "Set-Cookie": await writeFlash(request, text, kind) } });
}

export function writeFlash(request: Request, text: string, kind: Flash["kind"]): Promise<string> {
  return flashCookie.write(
    request,
    Buffer.from(JSON.stringify({ kind, text: text.slice(0, 500) })).toString("base64url"),
  );
}

export async function readFlash(request: Request): Promise<Flash | undefined> {
  const value = await flashCookie.read(request);
  if (!value) return undefined;
  try {
    const { kind, text } = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as Flash;
    if (!["success", "warning", "error"].includes(kind) || typeof text !== "string") return undefined;
    return { kind, text };
  } catch {
    return undefined;
  }
}
