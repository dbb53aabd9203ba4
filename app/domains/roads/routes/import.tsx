import { useActionData, useLoaderData } from "@remix-run/react";
import { mayMakeFirst } from "~/kit/room/first-organisation.server";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ImportProgress } from "~/kit/page/import-flow/import-progress";
import { isBusy } from "~/kit/page/import-flow/import-states";
import { refuseConfirmation } from "~/kit/page/import-flow/refuse-confirmation.server";
import { showFile } from "~/kit/page/import-flow/shown-file.server";
import { screen } from "~/kit/page/screens";
import { MapImportEnd } from "../import-end";
import { confirmImport, findImport, mayRetry, mayUndo } from "../imports.server";
import { may } from "../policy";
import { PreviewScreen } from "../preview-screen";
import { ConfirmForm } from "../schema";
import { importUrl } from "../urls";

type PageData = Awaited<ReturnType<typeof load>>;

export const handle = screen({
  title: ({ row }: PageData) => `导入 ${row.fileName}`,
  refresh: ({ row }: PageData) => (isBusy(row.state) ? 2 : undefined),
});

export const loader = page(may.read, (call) => load(call));

export const action = page(may.import, async ({ viewer, request, params }) => {
  const sent = await readForm(request, ConfirmForm);
  if (sent.status !== "success") return again(sent);
  const url = importUrl({ importId: params.importId! });
  const done = await attempt(() => confirmImport(viewer, params.importId!, sent.value));
  if (!done.ok)
    return refuseConfirmation(request, {
      problem: done.problem,
      now: await findImport(viewer, params.importId!),
      url,
      beside: () => again(refused(sent, done.problem)),
    });
  return redirectWith(request, "已确认，正在导入", url);
});

export default function MapImport() {
  const { row, organisations, mayImport, mayMakeOrg, retry, undo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (isBusy(row.state)) return <ImportProgress row={row} url={importUrl(row)} mayCancel={mayImport} />;
  if (row.state === "preview")
    return (
      <PreviewScreen
        row={row}
        organisations={organisations}
        mayImport={mayImport}
        mayMakeOrg={mayMakeOrg}
        reply={answer?.reply}
      />
    );
  return <MapImportEnd row={row} retry={retry && mayImport} mayImport={mayImport} mayUndo={undo && mayImport} />;
}

async function load({ viewer, params }: Parameters<Parameters<typeof page>[1]>[0]) {
  const found = await findImport(viewer, params.importId!);
  const mayImport = allows(viewer, may.import);
  const choosing = found.state === "preview" && mayImport;
  return {
    row: showFile(found),
    organisations: choosing ? await organisationChoices(viewer) : [],
    mayImport,
    mayMakeOrg: mayMakeFirst(viewer),
    retry: await mayRetry(found.importId),
    undo: await mayUndo(found),
  };
}
