/** Whether a page's POST comes from our own pages: by Sec-Fetch-Site, else by Origin; a request with neither is refused. */
export function isSameOrigin(request: Request): boolean {
  const { protocol, host } = new URL(request.url);
  return hasOwnOrigin((name) => request.headers.get(name), protocol, host);
}

/**
 * The same from any kind of headers; `protocol` as the client spoke it, `host` another name by which the server was
 * reached. A page over HTTPS may be behind a proxy that nobody has named to us, so that we take it for HTTP; one over
 * HTTP, where anybody on the way can write, is not ours where we are reached by HTTPS.
 */
export function hasOwnOrigin(
  header: (name: string) => string | null | undefined,
  protocol: string,
  host?: string,
): boolean {
  const site = header("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = header("origin");
  if (!origin) return false;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.protocol !== protocol && from.protocol !== "https:") return false;
  return [header("x-forwarded-host"), header("host"), host].includes(from.host);
}
