import { problem } from "~/kit/ground/problem";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { sheetImportsUrl } from "./import-row";
import type { Sheet } from "./sheet";

let known: readonly Sheet[] = [];

/** Called once by the list of sheets, before the first request. */
export function registerSheets(sheets: readonly Sheet[]): void {
  known = sheets;
}

export const listSheets = (): readonly Sheet[] => known;

/** The sheet of a room whose rows may be written many at once. */
export const findRoomSheet = (url: string): Sheet | undefined =>
  known.find((one) => one.url === url && one.writtenTogether);

/** The sheet of a template; throws problem.field where there is none. */
export function requireSheet(templateCode: string): Sheet {
  const sheet = known.find((one) => one.templateCode === templateCode);
  if (!sheet) throw problem.field("templateCode", "没有这个模板，请从列表中选择");
  return sheet;
}

/** Where a list's records are exported as a sheet, and where one is imported, as far as the viewer may. */
export function sheetOffer(viewer: Viewer, url: string): { exportTo?: string; importTo?: string } | undefined {
  const sheet = known.find((one) => one.url === url);
  if (!sheet || !allows(viewer, "sheet.read")) return undefined;
  const query = `?template=${sheet.templateCode}`;
  return {
    ...(allows(viewer, sheet.may.read) && { exportTo: `${sheetImportsUrl}/export${query}` }),
    ...(allows(viewer, "sheet.write") && allows(viewer, sheet.may.write) && { importTo: `${sheetImportsUrl}${query}` }),
  };
}
