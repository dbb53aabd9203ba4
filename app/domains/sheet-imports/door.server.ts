import { allows } from "~/kit/data/access/viewer";
import type { Door } from "~/kit/page/import-flow/doors";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { sheetImports } from "~/kit/room/sheets/sheet-steps.server";
import { importUrl, logUrl } from "./urls";

/** Exports are logged beside the imports, and have no page but that of the log. */
export const sheetDoor: Door = {
  life: sheetImports,
  titles: (viewer) =>
    Object.fromEntries(
      listSheets().flatMap(({ templateCode, title, may }) => (allows(viewer, may.read) ? [[templateCode, title]] : [])),
    ),
  href: ({ kind, importId }) => (kind === "import" ? importUrl({ importId }) : `${logUrl}/${importId}`),
};
