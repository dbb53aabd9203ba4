import { problem } from "~/kit/ground/problem";
import type { Sheet } from "./sheet";

let known: readonly Sheet[] = [];

/** Called once by the list of sheets, before the first request. */
export function registerSheets(sheets: readonly Sheet[]): void {
  known = sheets;
}

export const listSheets = (): readonly Sheet[] => known;

/** The sheet of a template; throws problem.field where there is none. */
export function requireSheet(templateCode: string): Sheet {
  const sheet = known.find((one) => one.templateCode === templateCode);
  if (!sheet) throw problem.field("templateCode", "没有这个模板，请从列表中选择");
  return sheet;
}
