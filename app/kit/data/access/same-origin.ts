/** Whether a page's POST comes from our own pages: by Sec-Fetch-Site, else by Origin; a request with neither is refused. */
export function isSameOrigin(request: Request): boolean {
  return hasOwnOrigin((name) => request.headers.get(name), new URL(request.url).host);
}

/** The same from any kind of headers; `host` is another name by which the server was reached. */
export function hasOwnOrigin(header: (name: string) => string | null | undefined, host?: string): boolean {
  const site = header("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = header("origin");
  if (!origin) return false;
  const from = hostOf(origin);
  return from !== undefined && [header("x-forwarded-host"), header("host"), host].includes(from);
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
