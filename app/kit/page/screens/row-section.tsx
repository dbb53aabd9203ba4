import type { ReactNode } from "react";
import { focusAfter } from "~/kit/page/forms/row-buttons";
import { type RowList, typedRows } from "~/kit/page/forms/row-edits";
import { RowTable, type RowTableProps } from "~/kit/page/forms/row-table";
import { Section } from "./detail-screen";

/** What is the same of a list of rows in every form that has it. */
interface RowSectionList extends Pick<RowTableProps, "list" | "unit" | "caption" | "columns" | "add"> {
  rules: RowList;
  /** The field to go on with in a new row. */
  focusOn: string;
}

interface RowSectionProps extends RowSectionList, Pick<RowTableProps, "wrong" | "empty" | "finds"> {
  title: string;
  field: { initialValue?: unknown };
  /** The row button that has just been answered. */
  pressed: string;
  children?: ReactNode;
}

/** A section of a form with one list of rows, counted in its title. */
export function RowSection({ title, field, pressed, rules, focusOn, children, ...props }: RowSectionProps) {
  const rows = typedRows(field.initialValue, rules.fields);
  return (
    <Section title={`${title}（${rows.length}）`}>
      {children}
      <RowTable
        {...props}
        rows={rows}
        most={rules.most}
        fresh={rules.fresh}
        focus={focusAfter(pressed, props.list, rows.length, focusOn)}
      />
    </Section>
  );
}
