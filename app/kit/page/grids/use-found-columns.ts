import { useEffect, useMemo, useState } from "react";
import type { Choice } from "~/kit/page/forms/field";
import type { RowColumn } from "~/kit/page/forms/row-table";

/** The columns with the choices that the search beside the grid has found last; as given until then. */
export function useFoundColumns(
  columns: RowColumn[],
  field: string | undefined,
  element: HTMLElement | undefined,
): RowColumn[] {
  const [found, setFound] = useState<Choice[]>();
  useEffect(() => {
    const form = field === undefined ? null : element?.closest("form");
    const read = () => {
      const parts = [...form!.querySelectorAll<HTMLElement>("[data-choices]")];
      const part = parts.find((one) => one.dataset.found === field);
      if (part) setFound(JSON.parse(part.dataset.choices!) as Choice[]);
    };
    form?.addEventListener("found", read);
    return () => form?.removeEventListener("found", read);
  }, [element, field]);
  return useMemo(
    () => columns.map((one) => (found && field?.endsWith(`.${one.name}`) ? { ...one, choices: found } : one)),
    [columns, field, found],
  );
}
