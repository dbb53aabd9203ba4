import { pictureKinds, removalOf } from "~/kit/data/files/picture";
import { pictureLimits } from "~/kit/ground/files/limits";
import { sizeText } from "~/kit/data/files/size-text";
import { FileField } from "~/kit/page/forms/fields";
import type { Room } from "./room";
import styles from "./picture.module.css";

interface PictureFieldProps<Row> {
  form: { id: string; allErrors: Record<string, string[]>; initialValue?: unknown };
  room: Room<Row>;
  record: Row | null;
}

/** The picture of a record in its form: the one there is, a tick to remove it, and the control to choose another. */
export function PictureField<Row>({ form, room, record }: PictureFieldProps<Row>) {
  const name = room.picture!;
  const label = room.words.labels[name]!;
  const removal = removalOf(name);
  const there = record?.[name] as string | null | undefined;
  const field = { id: `${form.id}-${name}`, name, errors: form.allErrors[name] };
  return (
    <FileField
      field={field}
      label={label}
      accept={Object.keys(pictureKinds).join()}
      hint={`${Object.values(pictureKinds).join("、")}，最大 ${sizeText(pictureLimits.bytes)}${there ? "；选择新的会替换现有的" : ""}`}
    >
      {there && (
        <span className={styles.small}>
          <img src={there} alt={`现有${label}`} />
          <label>
            <input
              type="checkbox"
              name={removal}
              defaultChecked={removal in ((form.initialValue as object | undefined) ?? {})}
            />{" "}
            移除{label}
          </label>
        </span>
      )}
    </FileField>
  );
}

export function Picture<Row>({ room, record }: { room: Room<Row>; record: Row }) {
  const there = room.picture && (record[room.picture] as string | null);
  if (!there) return null;
  const label = room.words.labels[room.picture!]!;
  return (
    <a className={styles.whole} href={there} title={`查看${label}原图`}>
      <img src={there} alt={`${room.nameOf(record)} 的${label}`} />
    </a>
  );
}
