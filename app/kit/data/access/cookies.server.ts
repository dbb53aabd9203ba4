import { createCookie } from "@remix-run/node";
import { settings } from "~/kit/ground/settings.server";

const day = 86_400;
const plain = { path: "/", sameSite: "lax" as const, httpOnly: true };

/** A cookie holding one short text; `write(request, undefined)` clears it. Where there is HTTPS no other host of the domain can set it. */
function textCookie(name: string, maxAge?: number) {
  const open = createCookie(name, { ...plain, maxAge });
  const closed = createCookie(`__Host-${name}`, { ...plain, maxAge });
  const cookieFor = (request: Request) => (isHttps(request) ? closed : open);
  return {
    async read(request: Request): Promise<string | undefined> {
      const value: unknown = await cookieFor(request).parse(request.headers.get("cookie"));
      return typeof value === "string" && value ? value : undefined;
    },
    write(request: Request, value: string | undefined): Promise<string> {
      const cookie = cookieFor(request);
      const secure = isHttps(request);
      return value === undefined ? cookie.serialize("", { maxAge: 0, secure }) : cookie.serialize(value, { secure });
    },
  };
}

export const sessionCookie = textCookie("bus_session");
/** A token handed over in an address while someone else is signed in; it waits here for their decision. */
export const pendingTokenCookie = textCookie("bus_pending", 300);
/** A login whose password was right and whose code is still asked. */
export const halfLoginCookie = textCookie("bus_half", 300);
export const appCodeCookie = textCookie("bus_app_code", 7 * day);
export const titleCookie = textCookie("bus_title", 7 * day);
export const sidebarCookie = textCookie("bus_sidebar", 60 * day);
export const sidebarHiddenCookie = textCookie("bus_sidebar_hidden", 1000 * day);
export const themeCookie = textCookie("bus_theme", 1000 * day);
export const schemeCookie = textCookie("bus_scheme", 1000 * day);
const flash = "bus_flash";
export const flashCookie = textCookie(flash, 60);
export const isFlash = (setCookie: string) => setCookie.replace(/^__Host-/, "").startsWith(`${flash}=`);

/** The token of an API call: the bare Authorization header, or after `Bearer`. */
export function bearerToken(request: { headers: Pick<Headers, "get"> }): string | undefined {
  const header = request.headers.get("authorization")?.trim();
  return header?.replace(/^Bearer\s+/i, "") || undefined;
}

/** Whether the person's browser speaks HTTPS with us, as far as the trusted proxies tell. */
function isHttps(request: Request): boolean {
  if (new URL(request.url).protocol === "https:") return true;
  return Boolean(settings().TRUST_PROXY) && request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
}
