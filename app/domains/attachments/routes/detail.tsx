import { useLoaderData } from "@remix-run/react";
import { allows } from "~/kit/data/access/viewer";
import { sizeText } from "~/kit/data/files/size-text";
import { unusedDays } from "~/kit/data/files/unused-days";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { DetailScreen, Section } from "~/kit/page/screens/detail-screen";
import { kindOf, kindWords, wrongEnding } from "../file-kinds";
import { HolderList } from "../holder-list";
import { fileUrl, may, url } from "../policy";
import { Preview } from "../preview";
import { findPreview } from "../preview.server";
import { requireFile } from "../queries.server";
import { readText } from "../read-text.server";

export const handle = screen({ title: ({ file }: { file: { fileName: string } }) => file.fileName });

export const loader = page(may.read, async ({ viewer, params }) => {
  const { mayOpen, ...file } = await requireFile(viewer, params.fileUuid ?? "");
  const { shown, why } = await findPreview({ ...file, mayOpen });
  return {
    file,
    mayOpen,
    mayRemove: allows(viewer, may.remove) && !file.used,
    at: formatTime(new Date(file.createdAt), settings().OPERATOR_TIME_ZONE),
    wrong: wrongEnding(file.fileName, file.contentType),
    shown,
    why,
    text: mayOpen && !shown ? await readText(file) : undefined,
  };
});

export default function File() {
  const { file, mayOpen, mayRemove, at, wrong, shown, why, text } = useLoaderData<typeof loader>();
  const at0 = fileUrl(file);
  const type = `${kindWords(kindOf(file.contentType))}（${file.contentType}）`;
  return (
    <DetailScreen
      actions={
        <>
          {mayRemove && (
            <a className="button" href={`${url}/bulk?ids=${file.fileUuid}`}>
              删除
            </a>
          )}
          {mayOpen && (
            <a className="button primary" href={`${at0}/download`}>
              下载
            </a>
          )}
        </>
      }
      sections={[
        {
          title: "文件",
          facts: [
            { label: "类型", value: type },
            { label: "大小", value: `${sizeText(file.size)}（${file.size.toLocaleString("zh-CN")} 字节）` },
            { label: "上传人", value: file.createdByName },
            { label: "上传时间", value: at },
            { label: "所属机构", value: file.orgName },
            {
              label: "使用",
              value: file.used ? (
                <HolderList holders={file.holders} most={50} />
              ) : (
                `未使用，${unusedDays} 天没有被使用会自动删除`
              ),
            },
            { label: "SHA-256", value: file.hash, wide: true },
          ],
        },
      ]}
    >
      {wrong && (
        <p role="status" className="notice warn">
          文件名以 .{wrong} 结尾，内容却是{type}，请核对文件是否正确。
        </p>
      )}
      <Section title="预览">
        <Preview name={file.fileName} at={`${at0}/content`} mayOpen={mayOpen} shown={shown} why={why} text={text} />
      </Section>
    </DetailScreen>
  );
}
