import { allows, type Viewer } from "~/kit/data/access/viewer";
import { listSheets } from "~/kit/room/sheets/sheet-registry";

export function offeredSheets(viewer: Viewer) {
  const offered = listSheets().map(({ templateCode, title, noun, modes, columns, may }) => ({
    templateCode,
    title,
    noun,
    modes,
    required: columns.filter(({ required }) => required).map(({ header }) => header),
    columns: columns.length,
    imports: allows(viewer, may.write),
    exports: allows(viewer, may.read),
  }));
  return offered.filter(({ imports, exports }) => imports || exports);
}
export type OfferedSheet = ReturnType<typeof offeredSheets>[number];
