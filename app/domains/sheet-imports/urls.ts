import { sheetImportsUrl } from "~/kit/room/sheets/import-row";

export const importsUrl = sheetImportsUrl;
export const piecesUrl = `${importsUrl}/upload`;
export const listUrl = "/excel/list";
export const logUrl = "/excel/log";
export const importUrl = ({ importId }: { importId: string }) => `${importsUrl}/${importId}`;
