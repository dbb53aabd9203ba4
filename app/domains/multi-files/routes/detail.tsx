import { useLoaderData } from "@remix-run/react";
import { may } from "~/domains/issue-tasks/policy";
import { allows } from "~/kit/data/access/viewer";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { DetailScreen, screen } from "~/kit/page/screens";
import { requireMulti } from "../files.server";
import type { FileRow } from "../schema";
import { multiFileUrl, multiFilesUrl } from "../urls";

export const handle = screen({ title: ({ file }: { file: FileRow }) => `${file.fileName} ${file.fileVersion}` });

export const loader = page(may.read, async ({ viewer, params }) => {
  const file = await requireMulti(viewer, params.multiUuid!);
  return { file, at: formatTime(file.createdAt, settings().OPERATOR_TIME_ZONE), mayRemove: allows(viewer, may.remove) };
});

export default function MultiFile() {
  const { file, at, mayRemove } = useLoaderData<typeof loader>();
  const url = multiFileUrl(file);
  return (
    <DetailScreen
      note={file.kindName}
      actions={
        <>
          <a className="button" href={multiFilesUrl}>
            返回
          </a>
          {mayRemove && (
            <a className="button" href={`${url}/delete`}>
              删除
            </a>
          )}
          <a className="button primary" href={`${url}/download`}>
            下载
          </a>
        </>
      }
      sections={[
        {
          title: "基本信息",
          facts: [
            { label: "编号", value: file.fileNo },
            { label: "版本", value: file.fileVersion },
            { label: "目录", value: file.catalogName },
            { label: "设备型号", value: file.modelNum ?? "各种型号" },
            { label: "所属机构", value: file.orgName },
            { label: "上传时间", value: at },
            { label: "内容", value: file.contentType },
            { label: "大小", value: sizeText(file.sizeBytes) },
            { label: "MD5", value: file.md5 },
            { label: "CRC-32", value: file.crc32 },
            { label: "SHA-256", value: file.sha256, wide: true },
            { label: "备注", value: file.remark, wide: true },
          ],
        },
      ]}
    />
  );
}
