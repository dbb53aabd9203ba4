import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { page } from "~/kit/page/http/page.server";
import { acceptWithPieces } from "~/kit/page/http/accept-upload.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { type KeptPieces, PiecesField } from "~/kit/page/forms/pieces-field";
import { again, refusedFile } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { startImport } from "../imports.server";
import { may } from "../policy";
import { importUrl, piecesUrl, roadsUrl } from "../urls";

export const handle = screen({ title: "导入地图数据" });

export const loader = page(may.import, async () => ({ limit: settings().UPLOAD_LIMIT_MB }));

export const action = page(may.import, async ({ viewer, request }) => {
  const upload = await attempt(() => acceptWithPieces(viewer, request));
  if (!upload.ok) return refuse(upload.problem.message);
  try {
    const [file] = upload.value.files;
    if (!file) return refuse("请选择要上传的地图文件");
    if (file.size === 0) return refuse("文件是空的，请重新导出后上传");
    const started = await attempt(() => startImport(viewer, file));
    if (!started.ok) return refuse(started.problem.message, upload.value.keepPieces());
    return await redirectWith(request, `已上传 ${file.name}，正在读取`, importUrl({ importId: started.value }));
  } finally {
    await upload.value.discard();
  }
});

export default function UploadMap() {
  const { limit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(UploadForm, answer?.reply);
  return (
    <FormScreen
      form={form}
      multipart
      save="上传并读取"
      cancelTo={roadsUrl}
      labels={{ file: "地图文件" }}
      note={<ImportSteps at="choose" />}
    >
      <FieldSet title="选择文件">
        <PiecesField
          at={piecesUrl}
          limit={limit}
          kept={answer?.kept}
          field={fields.file}
          label="地图文件"
          accept=".osm,.pbf,.gz,.xml"
          hint={`OpenStreetMap 的 .osm、.osm.gz 或 .osm.pbf，最大 ${limit} MB`}
          wide
        />
      </FieldSet>
      <p className="quiet">
        文件中公交能走的道路进入路网；公交线路（route=bus）和站点可一并导入。重复导入同一文件不会产生重复数据，相邻的范围可以分几次导入。
      </p>
    </FormScreen>
  );
}

const UploadForm = z.object({ file: z.any() });

const refuse = (message: string, kept: KeptPieces[] = []) => again(refusedFile(message), { kept });
