import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { unusedDays } from "~/kit/data/files/unused-days";
import { settings } from "~/kit/ground/settings.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PiecesField } from "~/kit/page/forms/pieces-field";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { fileUrl, may, piecesUrl, url } from "../policy";
import { mostFiles, receiveFiles } from "../receive-files.server";

export const handle = screen({ title: "上传附件" });

export const loader = page(may.write, async () => ({ limit: settings().UPLOAD_LIMIT_MB, mostFiles }));

export const action = page(may.write, async (call) => {
  const { saved, refused } = await receiveFiles(call.viewer, call.request);
  const done = saved.length > 0 ? `已上传 ${saved.length} 个文件` : "";
  if (refused.length > 0) {
    const reply: Reply = { status: "error", error: { file: [...refused, ...(done ? [`其余${done}`] : [])] } };
    return data({ reply }, { status: 422 });
  }
  const [only] = saved;
  return redirectWith(call.request, done, saved.length === 1 ? fileUrl({ fileUuid: only! }) : url);
});

export default function UploadAttachments() {
  const { limit, mostFiles: most } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(UploadForm, answer?.reply);
  return (
    <FormScreen form={form} multipart save="上传" cancelTo={url} labels={{ file: "文件" }}>
      <FieldSet title="选择文件">
        <PiecesField
          at={piecesUrl}
          limit={limit}
          files={most}
          field={fields.file}
          label="文件"
          hint={`一次最多 ${most} 个，合计不超过 ${limit} MB；开启 JavaScript 时每个文件可到 ${limit} MB，中断后可以继续`}
          wide
        />
      </FieldSet>
      <p className="quiet">类型按内容识别，与扩展名无关。{unusedDays} 天没有被使用的附件会自动删除。</p>
    </FormScreen>
  );
}

const UploadForm = z.object({ file: z.any() });
