import type { ReactNode } from "react";
import { errorOf, type Field } from "./field";
import styles from "./row-cell.module.css";

export const rowTable = styles.rows;

/** A cell of a form's table with what is wrong in it. */
export function RowCell({ field, children }: { field: Field; children: ReactNode }) {
  const error = errorOf(field);
  return (
    <td>
      {children}
      {error && (
        <p id={`${field.id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </td>
  );
}

export const rowControl = (field: Field, label: string) => ({
  id: field.id,
  name: field.name,
  "aria-label": label,
  "aria-invalid": field.errors ? true : undefined,
  "aria-describedby": field.errors ? `${field.id}-error` : undefined,
});
