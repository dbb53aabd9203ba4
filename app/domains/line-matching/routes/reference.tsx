import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { again, refusedFile } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { SvgMap } from "~/kit/page/map/svg-map";
import { OffsetsTable } from "~/kit/page/import-flow/offsets-table";
import { DetailScreen, Facts, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { lineScreenFor } from "~/domains/lines/line-screen";
import styles from "~/domains/line-versions/lines.module.css";
import type { LinePicture } from "~/domains/line-versions/queries.server";
import { may } from "~/domains/lines/policy";
import { ReferenceSection } from "../reference/reference-section";
import { type CheckedReference, referencePage, sendReference } from "../reference/reference-page.server";
import { lineUrl, queryText } from "~/domains/lines/urls";

export const handle = lineScreenFor("参考线");

export const loader = page(may.read, referencePage);

export const action = page(may.write, async (call) => {
  const upload = await attempt(() => acceptUpload(call.viewer, call.request, { files: 1, tellFaults: true }));
  if (!upload.ok) return again(refusedFile(upload.problem.message));
  try {
    return await sendReference(call, upload.value);
  } finally {
    await upload.value.discard();
  }
});

export default function Reference() {
  const { lineUuid, direction, directionName, directions, stored, picture, current, mayWrite } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const checked = answer && "checked" in answer ? (answer.checked as CheckedReference | null) : null;
  const url = lineUrl({ lineUuid });
  return (
    <DetailScreen
      note={directionName}
      actions={
        mayWrite &&
        stored && (
          <a className="button" href={`${url}/reference/delete${queryText({ direction })}`}>
            移除参考线
          </a>
        )
      }
      sections={[]}
    >
      <DirectionTabs directions={directions} current={direction} />
      <Section title={`${directionName}的参考线`}>
        {stored && picture ? (
          <div className={styles.beside}>
            <div>
              <Facts
                facts={[
                  { label: "名称", value: stored.referenceName },
                  { label: "文件", value: stored.fileName ?? "粘贴的坐标" },
                  { label: "原坐标系", value: FILE_CRS_LABELS[stored.crs] },
                  { label: "点数", value: stored.points },
                  { label: "保存", value: `${stored.updatedByName ?? "系统"}，${stored.updatedAt}` },
                ]}
              />
              {stored.likely.offsets.length > 0 && <OffsetsTable likely={stored.likely} chosen={stored.crs} />}
            </div>
            <Drawing picture={picture} current={current} title={`${directionName}的参考线`} />
          </div>
        ) : (
          <p className="quiet">
            这个方向还没有参考线。有了参考线，匹配路径时可以沿它走；请在下面上传文件或粘贴坐标
            {mayWrite ? "" : "（需要编辑线路的权限）"}。
          </p>
        )}
      </Section>
      {checked && (
        <Section title="核对">
          <div className={styles.beside}>
            <div>
              <p>
                共 {checked.points} 个点。
                {checked.crs
                  ? `右图按 ${FILE_CRS_LABELS[checked.crs]} 绘制。`
                  : "请选择坐标系后再核对，图上会画出它的位置。"}
              </p>
              <OffsetsTable likely={checked.likely} chosen={checked.crs ?? undefined} />
            </div>
            {checked.picture && <Drawing picture={checked.picture} current={current} title="待保存的参考线" />}
          </div>
        </Section>
      )}
      {mayWrite && <ReferenceSection stored={stored} checked={checked} reply={answer?.reply} />}
    </DetailScreen>
  );
}

function Drawing({ picture, current, title }: { picture: LinePicture; current: number; title: string }) {
  return (
    <figure className={styles.figure}>
      <SvgMap
        title={title}
        roads={picture.roads}
        path={picture.drawing.path}
        otherPath={picture.drawing.otherPath}
        width={640}
        height={440}
      />
      <figcaption className="quiet">实线是参考线{current > 1 ? "，虚线是线路现有的路径" : ""}。</figcaption>
    </figure>
  );
}
