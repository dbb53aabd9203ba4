import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { isFileCrs } from "~/transit/geo/file-crs";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { may } from "../policy";
import { ChoicesForm } from "../stations/choices";
import { EndScreen } from "../stations/end-screen";
import { PreviewScreen } from "../stations/preview-screen";
import { isSameReading, readingOf } from "../stations/reading";
import { type ShownImport, shownImport } from "../stations/shown-import.server";
import { confirmStationImport, findStationImport, previewAgain } from "../stations/station-imports.server";
import { importUrl } from "../urls";

export const handle = screen({ title: ({ row }: ShownImport) => `导入 ${row.fileName}` });

export const loader = page(may.read, async ({ viewer, params }) => ({
  ...(await shownImport(viewer, params.importId!)),
  mayWrite: allows(viewer, may.write),
}));

export const action = page(may.write, async ({ viewer, request, params }) => {
  const importId = params.importId!;
  const to = importUrl({ kind: "stations", importId });
  const form = await formDataOf(request);
  const row = await findStationImport(viewer, importId);
  if (row.state !== "preview")
    return redirectWith(
      request,
      row.state === "done" ? "这次导入已经完成，没有重复导入" : "这次导入已经结束",
      to,
      row.state === "done" ? "success" : "error",
    );
  const sent = await readForm(form, ChoicesForm);
  if (sent.status !== "success") return again(sent);
  const pressed = String(form.get("do") ?? "preview");
  const [, crs] = /^crs:(.+)$/.exec(pressed) ?? [];
  const reading = { ...readingOf(row, sent.value, form), ...(isFileCrs(crs) && { crs }) };
  const confirms = pressed === "confirm";
  if (!confirms || !isSameReading(row.choices, reading)) {
    const made = await attempt(() => previewAgain(viewer, importId, reading));
    if (!made.ok) return again(refused(sent, made.problem));
    return redirectWith(
      request,
      confirms ? "选择有改动，已重新预览，请核对后再确认" : "已重新预览",
      to,
      confirms ? "warning" : "success",
    );
  }
  const done = await attempt(() => confirmStationImport(viewer, importId));
  if (!done.ok) return redirectWith(request, done.problem.message, to, "error");
  return redirectWith(request, "站点已导入到草稿", to);
});

export default function StationImport() {
  const { preview, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return preview ? <PreviewScreen {...shown} preview={preview} reply={answer?.reply} /> : <EndScreen {...shown} />;
}
