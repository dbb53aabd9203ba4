import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { firstRows } from "~/kit/room/sheets/header";
import { forgetPlan } from "~/kit/room/sheets/sheet-imports.server";
import { chooseForImport } from "../choose.server";
import { loadImport, requireImport } from "../load-import.server";
import { may } from "../policy";
import { TroubleScreen } from "../trouble-screen";
import { nothing } from "../meanings-section";
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
  const found = await requireImport(viewer, params.importId!);
  const { row, sheet } = found;
  const form = await formDataOf(request);
  const columns: Record<string, number> = {};
  const constants: Record<string, string> = {};
  for (const { name } of sheet.columns) {
    const at = Number(form.get(`column.${name}`) ?? NaN);
    if (Number.isInteger(at) && at >= -1) columns[name] = at;
    const constant = form.get(`constant.${name}`);
    if (at === -1 && typeof constant === "string" && constant.trim()) constants[name] = constant.trim().slice(0, 500);
  }
  const meanings: Record<string, Record<string, string | null>> = {};
  for (const [field, value] of form) {
    const [, name, said] = /^meaning\.(\w{1,64})\.([^]+)$/.exec(field) ?? [];
    if (!name || !said || typeof value !== "string") continue;
    const meant = value === nothing ? "" : value.trim().slice(0, 200) || null;
    meanings[name] = { ...meanings[name], [said]: meant };
  }
  const plan = form.get("plan");
  if (plan === "forget") {
    const done = await attempt(() => forgetPlan(viewer, row.importId));
    return done.ok
      ? redirectWith(request, "已忘记这种表格，正在重新检查", importUrl(row))
      : redirectWith(request, done.problem.message, importUrl(row), "error");
  }
  const sentRow = Number(form.get("headerRow") || NaN);
  const headerRow = Number.isInteger(sentRow) && sentRow >= 0 && sentRow <= firstRows ? sentRow : undefined;
  const isOtherHeader = headerRow !== undefined && headerRow !== row.preview?.match?.row;
  const remember = form.has("remembering") ? form.has("remember") : undefined;
  const empty = (["keep", "clear"] as const).find((one) => one === form.get("empty"));
  const crs = FILE_CRS.find((one) => one === form.get("crs"));
  const asked = form.get("sheet");
  const other = typeof asked === "string" && asked.trim() && asked.trim() !== row.preview?.sheet ? asked.trim() : null;
  // The columns on the page are those of the sheet and the header that were read.
  const choices = other
    ? { sheet: other }
    : isOtherHeader
      ? { headerRow }
      : Object.keys(columns).length > 0
        ? { columns, constants, headerRow }
        : {};
  const planned = typeof plan === "string" && /^(none|[0-9a-f]{32})$/.test(plan) ? { plan } : {};
  const done = await attempt(() =>
    chooseForImport(viewer, found, { ...choices, ...planned, meanings, crs, empty, remember }),
  );
  return done.ok
    ? redirectWith(request, "正在重新检查", importUrl(row))
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export default function Columns() {
  return <TroubleScreen {...useLoaderData<typeof loader>()} />;
}
