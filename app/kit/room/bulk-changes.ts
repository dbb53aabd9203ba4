import type { z } from "zod";
import { readForm, refused, type SentForm } from "~/kit/page/forms/read-form";

export const changeTick = "change";

/** Reads the fields whose 修改 is ticked; one ticked and left empty is cleared, one filled in and not ticked is asked about. `beside` names fields that stand under another's tick. */
export async function readChanges<S extends z.ZodObject>(
  form: FormData,
  edit: S,
  beside: Readonly<Record<string, string>> = {},
): Promise<SentForm<z.output<S>>> {
  const ticked = new Set(form.getAll(changeTick).map(String));
  const sent = await readForm(form, edit);
  if (sent.status !== "success") return sent;
  const values = sent.value as Record<string, unknown>;
  const changes: Record<string, unknown> = {};
  const errors: { path: string; message: string }[] = [];
  for (const [name, rule] of Object.entries(edit.shape)) {
    const value = values[name];
    if (beside[name]) {
      if (ticked.has(beside[name])) changes[name] = value;
      continue;
    }
    if (!ticked.has(name)) {
      if (value !== undefined) errors.push({ path: name, message: "已填写，请勾选“修改”，或清空" });
      continue;
    }
    // A numbered option would read null as 0, which is another option.
    const cleared = [null, false].find((empty) => (rule as z.ZodType).safeParse(empty).data === empty);
    if (value === undefined && cleared === undefined) errors.push({ path: name, message: "请填写新的值" });
    else changes[name] = value ?? cleared;
  }
  if (errors.length === 0 && Object.keys(changes).length === 0)
    errors.push({ path: "", message: "请勾选要修改的字段" });
  return errors.length > 0 ? refused(sent, { message: "", errors }) : { ...sent, value: changes as z.output<S> };
}
