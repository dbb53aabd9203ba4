import type { ImportKind } from "./schema";

export const stationImportsUrl = "/line/station-import";
export const lineImportsUrl = "/line/line-import";
export const piecesUrl = `${lineImportsUrl}/upload`;
export const gtfsExportUrl = `${lineImportsUrl}/gtfs-export`;
export const importUrl = ({ kind, importId }: { kind: ImportKind; importId: string }) =>
  `${kind === "stations" ? stationImportsUrl : lineImportsUrl}/${importId}`;
