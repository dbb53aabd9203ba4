import { OnceField } from "~/kit/page/forms/once";
import { FileField, HiddenField, RadioField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Section } from "~/kit/page/screens";
import { FILE_CRS, FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import styles from "~/domains/line-versions/lines.module.css";
import type { CheckedReference } from "./reference-page.server";
import { ReferenceFields } from "./schema";

interface ReferenceSectionProps {
  stored: { version: number } | undefined;
  checked: CheckedReference | null;
  reply: Reply | undefined;
}

export function ReferenceSection({ stored, checked, reply }: ReferenceSectionProps) {
  const [form, fields] = useRoomForm(ReferenceFields, reply, { version: stored?.version ?? 0 });
  const offered = FILE_CRS.filter((crs) => crs !== "GCJ02x2" || checked?.likely.likely === crs);
  return (
    <Section title={stored ? "更换参考线" : "上传或粘贴参考线"}>
      <form method="post" encType="multipart/form-data" id={form.id} data-keep-typing="">
        <OnceField />
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
  );
}
