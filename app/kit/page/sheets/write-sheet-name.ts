/** A name that a sheet may have (at most 31 characters, none of \ / ? * [ ] :) and none of those taken. */
export function sheetName(name: string, taken: readonly string[] = []): string {
  const allowed = name
    .replace(/[\\/?*[\]:\u0000-\u001f\u007f\ufffe\uffff]+/g, " ")
    .slice(0, 31)
    .toWellFormed()
    .replaceAll("\ufffd", "")
    .trim()
    .replace(/^'+|'+$/g, "")
    .trim();
  if (!allowed) return "数据";
  const others = [...taken, "History"].map((one) => one.toLowerCase());
  return others.includes(allowed.toLowerCase()) ? `${allowed.slice(0, 30)}表` : allowed;
}
