/** The path and query of an address on our own host, so that no redirect leads elsewhere; undefined for anything else. */
export function localPath(address: string | null | undefined): string | undefined {
  if (!address || !address.startsWith("/") || address.startsWith("//") || /[\\\u0000-\u001f]/.test(address))
    return undefined;
  const url = new URL(address, "http://here.invalid");
  if (url.host !== "here.invalid") return undefined;
  // Dots can leave two slashes in front (/..//elsewhere), which a browser takes for a host.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}
