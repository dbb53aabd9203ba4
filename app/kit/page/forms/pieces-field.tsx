import type { ComponentProps } from "react";
import { FileField } from "./fields";
import styles from "./fields.module.css";

/** A file that has come in pieces for a form that was refused. */
export interface KeptPieces {
  id: string;
  name: string;
}

interface PiecesFieldProps extends Omit<ComponentProps<typeof FileField>, "multiple" | "children"> {
  at: string;
  /** Megabytes of one file. */
  limit: number;
  files?: number;
  kept?: readonly KeptPieces[];
}

/** A file field whose files go in pieces where JavaScript is on, and with the form where it is not; what came for a refused form need not come again. */
export function PiecesField({ at, limit, files = 1, kept = [], field, ...props }: PiecesFieldProps) {
  const { id, name, errors, required } = field;
  const asked = { id, name, errors, required: required && kept.length === 0 } as typeof field;
  return (
    <div
      className={props.wide ? styles.wholeRow : undefined}
      data-pieces={at}
      data-most-bytes={limit * 2 ** 20}
      data-most-files={files}
    >
      <FileField {...props} field={asked} multiple={files > 1}>
        {kept.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name="uploaded" value={id} defaultChecked /> 使用已上传的 {name}
          </label>
        ))}
      </FileField>
    </div>
  );
}
