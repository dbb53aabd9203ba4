import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { FileField, HiddenField, RadioField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import { again, type Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { FILE_CRS, FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { SvgMap } from "~/kit/page/map/svg-map";
import { OffsetsTable } from "~/kit/page/import-flow/offsets-table";
import { DetailScreen, Facts, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { lineScreenFor } from "~/domains/lines/line-screen";
import styles from "~/domains/line-versions/lines.module.css";
import type { LinePicture } from "~/domains/line-versions/queries.server";
import { may } from "~/domains/lines/policy";
import { type Checked, referencePage, sendReference } from "../reference/reference-page.server";
import { ReferenceFields } from "../reference/schema";
import { lineUrl, queryText } from "~/domains/lines/urls";

export const handle = lineScreenFor("参考线");

export const loader = page(may.read, referencePage);

export const action = page(may.write, async (call) => {
  const upload = await attempt(() => acceptUpload(call.viewer, call.request, { files: 1, tellFaults: true }));
  if (!upload.ok)
    return again({
      status: "error",
      reply: { status: "error", error: { file: [upload.problem.errors[0]!.message] } } as Reply,
    });
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
  const checked = answer && "checked" in answer ? (answer.checked as Checked | null) : null;
  const url = lineUrl({ lineUuid });
  const [form, fields] = useRoomForm(ReferenceFields, answer?.reply, { version: stored?.version ?? 0 });
  const offered = FILE_CRS.filter((crs) => crs !== "GCJ02x2" || checked?.likely.likely === crs);
  return (
    <DetailScreen
      note={directionName}
      actions={
        <>
          <a className="button" href={`${url}${queryText({ direction })}`}>
            返回线路
          </a>
          {mayWrite && stored && (
            <a className="button" href={`${url}/reference/delete${queryText({ direction })}`}>
              移除参考线
            </a>
          )}
        </>
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
      {mayWrite && (
        <Section title={stored ? "更换参考线" : "上传或粘贴参考线"}>
          <form method="post" encType="multipart/form-data" id={form.id} data-keep-typing="">
            <ErrorSummary form={form} labels={{ path: "坐标", crs: "坐标系", file: "文件", referenceName: "名称" }} />
            <HiddenField field={fields.version} />
            <HiddenField field={fields.fileName} />
            <Fields>
              <FileField
                field={fields.file}
                label="文件"
                hint="GeoJSON、线路文本、GTFS，或每行一个坐标的文本；有多条线路时取同名的"
                wide
              />
              <TextareaField
                field={fields.path}
                label="坐标"
                rows={6}
                placeholder={"116.380000,39.870000\n116.381200,39.870400"}
                hint="每行一个：经度,纬度；选了文件时以文件为准"
                wide
              />
              <RadioField
                field={fields.crs}
                label="坐标系"
                choices={offered.map((crs) => ({
                  value: crs,
                  label: `${FILE_CRS_LABELS[crs]}${checked?.likely.likely === crs ? "（最可能）" : ""}`,
                }))}
                wide
              />
              <TextField field={fields.referenceName} label="名称" hint="例如 来源和日期" />
            </Fields>
            <p className={styles.foot}>
              <button className="button" name="do" value="check" formNoValidate>
                核对坐标系
              </button>{" "}
              <button className="button primary" name="do" value="save">
                保存参考线
              </button>
            </p>
          </form>
        </Section>
      )}
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
