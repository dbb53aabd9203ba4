import { z } from "zod";
import { requireOrganisation } from "~/kit/data/access/organisation.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { chineseMessage } from "~/kit/page/forms/messages";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainType, workbookType } from "~/kit/ground/files/media-types";
import { blob } from "~/kit/page/http/blob";
import { longBlob } from "~/kit/page/http/long-download.server";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { problem } from "~/kit/ground/problem";
import { sheetStateOf, sheetStates } from "~/kit/room/sheets/import-row";
import { exportFile, templateFile } from "~/kit/room/sheets/sheet-files.server";
import { findSheetImport, startSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { requireSheet } from "~/kit/room/sheets/sheet-registry";
import type { Sheet, Values } from "~/kit/room/sheets/sheet";
import { importCalls } from "./import-calls.server";
import { may } from "./policy";
import { listImports } from "./queries.server";
import { StartForm } from "./schema";
import { logTable } from "./table";

const templateCode = StartForm.shape.templateCode;
const Started = z.object({ importUuid: recordKey, state: z.string() });
const Listed = z.object({
  importUuid: recordKey,
  kind: z.enum(["import", "export"]),
  templateCode: z.string(),
  fileName: z.string(),
  ...Object.fromEntries(
    ["rows", "good", "bad", "created", "changed", "same", "ms"].map((name) => [name, z.number().nullable()]),
  ),
  state: z.string(),
  by: z.string(),
  at: z.string(),
});

const add = endpoint(
  may.write,
  StartForm.extend({ fileUuid: recordKey }),
  Started,
  async (viewer, { fileUuid, ...given }) => {
    const importUuid = await startSheetImport(viewer, given, fileUuid);
    return { importUuid, state: sheetStates[sheetStateOf(await findSheetImport(viewer, importUuid))] };
  },
);

const logFor = (permission: "signed-in" | typeof may.read, options?: { onlyReads: true }) =>
  endpoint(
    permission,
    pageListRequest(logTable),
    pageListReply(Listed),
    (viewer, state) => pageListOf(state, listedOf(listImports(viewer, state))),
    options,
  );

async function listedOf(found: ReturnType<typeof listImports>) {
  const { rows, ...page } = await found;
  return { ...page, rows: rows.map((row) => Listed.parse(row)) };
}

const template = endpoint(
  may.read,
  z.strictObject({ templateCode, orgId: recordKey.optional() }),
  blob(workbookType),
  async (viewer, asked, call) => {
    const sheet = readable(viewer, asked.templateCode);
    const { orgId } = asked;
    if (orgId) await inTransaction((trx) => requireOrganisation(trx, viewer, orgId));
    const file = await templateFile(sheet, orgId ? { ...viewer, orgScope: [orgId] } : viewer);
    return longBlob(call, viewer, file, () => file.content());
  },
);

const records = endpoint(
  may.read,
  z.looseObject({ templateCode, format: z.enum(["xlsx", "csv"], { error: "格式应为 xlsx 或 csv" }).default("xlsx") }),
  blob(workbookType, plainType),
  async (viewer, { templateCode: code, format, ...asked }, call) => {
    const sheet = readable(viewer, code);
    const file = await exportFile(sheet, viewer, filtersOf(sheet, asked), format);
    return longBlob(call, viewer, file, () => file.content());
  },
);

/** For who may use any of the doors. */
export const importLists = { list: logFor("signed-in", { onlyReads: true }) };

export const sheetApi = api("/api/excel/v1.0", { add, ...importCalls });
export const sheetFileApi = api("/api/sys/excel", {
  "log/pageList": logFor(may.read),
  templateDownLoad: template,
  exportBaseInfo: records,
});

function readable(viewer: Viewer, code: string): Sheet {
  const sheet = requireSheet(code);
  if (!allows(viewer, sheet.may.read)) throw problem.forbidden(`您没有查看${sheet.noun}的权限`);
  return sheet;
}

function filtersOf(sheet: Sheet, asked: Values): Values {
  const filters = sheet.filters as z.ZodObject;
  const parsed = filters.strict().safeParse(asked, { error: chineseMessage });
  if (parsed.success) return parsed.data;
  throw problem.fields(
    parsed.error.issues.map(({ path, message, ...issue }) => ({
      path: path.join(".") || ("keys" in issue ? String((issue.keys as string[])[0]) : ""),
      message,
    })),
  );
}
