import type { ImportView } from "./load-import.server";

/** Whether the next table with this header is to be read as this one; so where nobody has said otherwise. */
export function Remember({ row }: { row: Pick<ImportView, "remember"> }) {
  return (
    <label>
      <input type="hidden" name="remembering" value="asked" />
      <input type="checkbox" name="remember" defaultChecked={row.remember ?? true} /> 记住，下次表头相同的表格按这样读取
    </label>
  );
}
