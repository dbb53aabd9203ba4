import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { acceptWithPieces } from "~/kit/page/http/accept-upload.server";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import { type KeptPieces, PiecesField } from "~/kit/page/forms/pieces-field";
import { again, refusedFile } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { lineFileLimits } from "~/kit/ground/files/limits";
import { Heading, screen, Section } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { startFile } from "../files/file-imports.server";
import styles from "../files/files.module.css";
import { may } from "../policy";
import { importsOnPage } from "../recent-imports.server";
import { ImportRecords } from "../tables";
import { gtfsExportUrl, lineImportsUrl, piecesUrl } from "../urls";

export const handle = screen({ title: "线路文件导入" });

export const loader = page(may.read, async ({ viewer }) => ({
  ...(await importsOnPage(viewer, ["lines", "gtfs"])),
  mayImport: allows(viewer, may.write),
  limit: Math.min(settings().UPLOAD_LIMIT_MB, lineFileLimits.bytes / 2 ** 20),
  document: lineFileLimits.documentBytes / 2 ** 20,
}));

export const action = page(may.write, async ({ viewer, request }) => {
  const upload = await attempt(() => acceptWithPieces(viewer, request, { files: 2 }));
  if (!upload.ok) return refuse(upload.problem.message);
  try {
    const started = await attempt(() => startFile(viewer, upload.value.files));
    if (!started.ok) return refuse(started.problem.message, upload.value.keepPieces());
    return await redirectWith(request, "已上传，正在读取", `${lineImportsUrl}/${started.value}`);
  } finally {
    await upload.value.discard();
  }
});

export default function LineFiles() {
  const { imports, waiting, mayImport, limit, document } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(UploadForm, answer?.reply);
  return (
    <>
      <Heading note={mayImport && <ImportSteps at="choose" />}>
        <a className="button" href={gtfsExportUrl}>
          导出 GTFS
        </a>
      </Heading>
      {mayImport && (
        <Section title="上传线路文件">
          <form method="post" encType="multipart/form-data" id={form.id}>
            <OnceField />
            <ErrorSummary form={form} labels={{ file: "线路文件" }} />
            <Fields>
              <PiecesField
                at={piecesUrl}
                limit={limit}
                files={2}
                kept={answer?.kept}
                field={fields.file}
                label="线路文件"
                hint={`每个文件最大 ${limit} MB（JSON 和数据库 ${document} MB）；报站器的站点库和线路库两个文件请一起选择，其他格式一次一个`}
                wide
              />
            </Fields>
            <h3 className={styles.caption}>可以上传的格式（按内容识别，与文件名无关）</h3>
            <dl className={styles.formats}>
              {formats.map(([name, holds, details]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {holds}
                    {details && (
                      <details>
                        <summary>怎样写</summary>
                        {details}
                      </details>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            <p className={styles.actions}>
              <button className="button primary">上传并读取</button>
            </p>
          </form>
        </Section>
      )}
      <ImportRecords at={lineImportsUrl} imports={imports} waiting={waiting} empty="还没有导入过线路文件。" />
    </>
  );
}

const formats: [name: string, holds: string, details?: string][] = [
  [
    "线路站点表（Excel、CSV）",
    "整个线网的线路和站点，没有坐标的站点取自站点库",
    "一行一站：列有线路（名称或编号）、方向、站序、站名或站点编号，可另有坐标、首末班、票价等。也可以一行一条线路（途经站点在一格或并排的几列里），或一列一条线路。",
  ],
  [
    "发车时刻表（Excel、CSV）",
    "各线路的发车时刻，写入现在生效的版本",
    "一行一班、一行一条线路，或一列一条线路，可有方向和运营日。600、6点、23:30 以后的 0:15 都能读。",
  ],
  ["GTFS 压缩包", "线路、站点、路径、首末班、发车间隔、行驶时间"],
  ["报站器的 SQLite 数据库", "站点库和线路库，两个文件或一个压缩包"],
  ["GeoJSON", "线路和站点", "LineString 要素为线路（属性 name、ref），Point 要素为站点（属性 name、line、sequence）。"],
  ["三行一条的线路文本", "线路、站点和路径", "线路名(首站-末站)、站名:经度,纬度 …、折线，各占一行。"],
  ["一行一条的线路文本", "线路和路径，没有站点", "线路名;编号;折线"],
  ["ECharts 线路 JSON", "只有路径，没有名称和站点，可用来核对坐标系"],
];

const UploadForm = z.object({ file: z.any() });

const refuse = (message: string, kept: KeptPieces[] = []) => again(refusedFile(message), { kept });
