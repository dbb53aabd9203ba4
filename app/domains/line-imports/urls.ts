import type { ImportKind } from "./schema";

export const stationImportsUrl = "/line/station-import";
/** Files of lines, GTFS and reference lines. */
export const lineImportsUrl = "/line/line-import";
export const gtfsExportUrl = `${lineImportsUrl}/gtfs-export`;
/** Where an import is looked at, confirmed and cancelled. */
export const importUrl = ({ kind, importId }: { kind: ImportKind; importId: string }) =>
  `${kind === "stations" ? stationImportsUrl : lineImportsUrl}/${importId}`;
