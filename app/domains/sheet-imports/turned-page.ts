interface PageOfRows {
  page: number;
  size: number;
}

/** Where a form of wrong rows leads that was sent to turn its page, and to which row whole; both in the place of what its address says. */
export function turnedPage(form: FormData, { searchParams }: URL): { from: PageOfRows; to: PageOfRows; row?: string } {
  const number = (value: unknown, otherwise: number) =>
    typeof value === "string" && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : otherwise;
  const from = { page: number(searchParams.get("page"), 1), size: number(searchParams.get("size"), 50) };
  const go = form.get("go");
  const row = form.get("row");
  if (go === null) return { from, to: from, row: typeof row === "string" && /^\d{1,7}$/.test(row) ? row : undefined };
  if (go !== "") return { from, to: { ...from, page: number(go, from.page) } };
  return { from, to: { page: number(form.get("page"), from.page), size: number(form.get("size"), from.size) } };
}

/** The page on which the first row stands that was asked for, once some of the wrong rows before it are listed no more. */
export function pageAfter(from: PageOfRows, to: PageOfRows, { gone, left }: { gone: number; left: number }): number {
  const last = Math.max(1, Math.ceil(left / to.size));
  if (to.page <= from.page || to.size !== from.size) return Math.min(to.page, last);
  return Math.min(Math.max(from.page, Math.ceil(((to.page - 1) * to.size - gone + 1) / to.size)), last);
}
