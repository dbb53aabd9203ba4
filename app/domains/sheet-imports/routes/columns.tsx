import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { recheckSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { loadImport, requireImport } from "../load-import.server";
import { may } from "../policy";
import { TroubleScreen } from "../trouble-screen";
import { importUrl } from "../urls";
import { FILE_CRS } from "~/transit/geo/file-crs";

type PageData = Awaited<ReturnType<typeof loadImport>>;

export const handle = screen({ title: ({ row }: PageData) => `${row.fileName} 的列` });

export const loader = page(may.write, async ({ viewer, params, url }) => {
  const loaded = await loadImport(viewer, params.importId!, url);
  if (loaded.row.state !== "preview") throw redirect(importUrl(loaded.row));
  return loaded;
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row, sheet } = await requireImport(viewer, params.importId!);
  const form = await formDataOf(request);
  const width = row.preview?.match?.headers.length ?? 0;
  const columns: Record<string, number> = {};
  const constants: Record<string, string> = {};
  for (const { name } of sheet.columns) {
    const at = Number(form.get(`column.${name}`) ?? NaN);
    if (Number.isInteger(at) && at >= -1 && at < width) columns[name] = at;
    const constant = form.get(`constant.${name}`);
    if (at === -1 && typeof constant === "string" && constant.trim()) constants[name] = constant.trim().slice(0, 500);
  }
  const crs = FILE_CRS.find((one) => one === form.get("crs"));
  const asked = form.get("sheet");
  const other = typeof asked === "string" && asked.trim() && asked.trim() !== row.preview?.sheet ? asked.trim() : null;
  const choices = crs ? { crs } : other ? { sheet: other, columns: {}, cells: {} } : { columns, constants };
  const done = await attempt(() => recheckSheetImport(viewer, row.importId, choices));
  return done.ok
    ? redirectWith(request, "正在重新检查", importUrl(row))
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export default function Columns() {
  return <TroubleScreen {...useLoaderData<typeof loader>()} />;
}
