export const linesUrl = "/line/line-management";
export const lineUrl = (line: { lineUuid: string }) => `${linesUrl}/${line.lineUuid}`;

export type Query = Record<string, string | number | null | undefined>;

/** A query without what is empty: "" or "?…". */
export function queryText(query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  return search.size > 0 ? `?${search}` : "";
}

export const compareUrl = (left: string, right: string) =>
  `/line/line-classify/compare${queryText({ a: left, b: right })}`;

/** A page of a line for one of its variants, the line's own page where none is named; the primary variant goes without saying. */
export function variantUrl(
  { lineUuid, classifySid, sortType }: { lineUuid: string; classifySid: string; sortType: number },
  page = "",
  query: Query = {},
): string {
  return `${lineUrl({ lineUuid })}${page && `/${page}`}${queryText({ classify: sortType === 1 ? null : classifySid, ...query })}`;
}
