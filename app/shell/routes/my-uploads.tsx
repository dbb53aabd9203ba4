import { useLoaderData } from "@remix-run/react";
import { cancelPieces, unfinishedOf } from "~/kit/data/attachments/pieces.server";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { OnceField } from "~/kit/page/forms/once";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen } from "~/kit/page/screens";
import table from "~/kit/page/tables/framed-table.module.css";

export const handle = screen({ title: "未传完的上传" });

export const loader = page("signed-in", async ({ viewer }) => ({
  uploads: (await unfinishedOf(viewer)).map(({ uploadId, fileName, size, received, at }) => ({
    uploadId,
    fileName,
    come: `${sizeText(received)} / ${sizeText(size)}`,
    at: formatTime(at, settings().OPERATOR_TIME_ZONE),
  })),
}));

export const action = page("signed-in", async ({ request, viewer }) => {
  const here = "/my-uploads";
  const uploadId = (await formDataOf(request)).get("uploadId");
  if (typeof uploadId !== "string") return redirectWith(request, "请在列表中选择要取消的上传", here, "error");
  if (!(await unfinishedOf(viewer)).some((one) => one.uploadId === uploadId))
    return redirectWith(request, "这个上传已经不在了", here, "warning");
  await cancelPieces(viewer, uploadId);
  return redirectWith(request, "已取消上传", here);
});

export default function MyUploads() {
  const { uploads } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <p className="quiet">
        您开始上传、还没有传完或没有保存的大文件，同时最多 10
        个。在上传页重新选择同一个文件会从中断处继续；不再需要的请取消，一天没有动静的会自动删除。
      </p>
      {uploads.length === 0 ? (
        <p>没有未传完的上传。</p>
      ) : (
        <form method="post">
          <OnceField />
          <table className={table.framed}>
            <caption className="unseen">未传完的上传</caption>
            <thead>
              <tr>
                {["文件名称", "已传", "最近一次", "操作"].map((title) => (
                  <th scope="col" key={title}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {uploads.map(({ uploadId, fileName, come, at }) => (
                <tr key={uploadId}>
                  <td>{fileName}</td>
                  <td className={table.short}>{come}</td>
                  <td className={table.short}>{at}</td>
                  <td className={table.short}>
                    <button className="linklike" name="uploadId" value={uploadId} aria-label={`取消上传 ${fileName}`}>
                      取消
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </form>
      )}
    </>
  );
}
