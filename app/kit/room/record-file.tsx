import { removalOf } from "~/kit/data/files/picture";
import type { Field as Control } from "~/kit/page/forms/field";
import { FileField } from "~/kit/page/forms/fields";
import type { Fact } from "~/kit/page/screens/detail-screen";
import type { Field } from "./fields";
import { limitsInWords } from "./file-limits";
import { type DeclaredRoom, recordUrl } from "./room";
import type { Names } from "./words";

interface RecordFileInputProps {
  name: string;
  field: Field;
  control: Control;
  there?: string;
  isRemoved?: boolean;
}

/** The file of a record in its form: the one there is, a tick to remove it, and the control to choose another. */
export function RecordFileInput({ name, field, control, there, isRemoved }: RecordFileInputProps) {
  const { label, file } = field;
  return (
    <FileField
      field={control}
      label={label}
      accept={file!.accept && Object.keys(file!.accept).join()}
      hint={[field.hint, limitsInWords(file!), there && "选择新的会替换现有的"].filter(Boolean).join("；")}
    >
      {there && (
        <span>
          <a href={`file/${name}`}>{there}</a>{" "}
          <label>
            <input type="checkbox" name={removalOf(name)} defaultChecked={isRemoved} /> 移除{label}
          </label>
        </span>
      )}
    </FileField>
  );
}

/** The file of a record among its facts, to be downloaded by who may read the record. */
export function fileFact<Row extends object>(room: DeclaredRoom<Row>, record: Row, name: string, names: Names): Fact {
  const key = record[name as keyof Row] as string | null;
  const { label } = room.fields[name]!;
  return { label, value: key && <a href={`${recordUrl(room, record)}/file/${name}`}>{names[key] ?? "下载"}</a> };
}
