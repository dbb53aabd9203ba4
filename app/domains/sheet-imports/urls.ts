import { sheetImportsUrl } from "~/kit/room/sheets/import-row";

export const importsUrl = sheetImportsUrl;
export const listUrl = "/excel/list";
export const logUrl = "/excel/log";
export const importUrl = ({ importId }: { importId: string }) => `${importsUrl}/${importId}`;
