import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { importUrl } from "../import-row";
import { cancelUpload, findImport } from "../imports.server";
import { audioRoom } from "../room";

export const handle = screen({ title: "取消批量上传" });

export const loader = page(audioRoom.may.write, async ({ viewer, params }) => {
  const { importId, fileName } = await findImport(viewer, params.importId!);
  return { importId, fileName };
});

export const action = page(audioRoom.may.write, async ({ viewer, request, params }) => {
  const done = await attempt(() => cancelUpload(viewer, params.importId!));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, "已取消，没有保存任何音频", audioRoom.url);
});

export default function CancelAudioImport() {
  const row = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`取消上传 ${row.fileName.slice(0, 80)}？语音库不受影响。`}
      cancelTo={importUrl(row)}
      confirm="取消上传"
      error={useActionData<typeof action>()?.error}
    />
  );
}
