import { decryptPassword } from "~/kit/data/access/login-key.server";
import { formDataOf } from "./read-form";

/** A posted form with the passwords opened that its page encrypted; one whose key is too old is empty, as if not typed. */
export async function openSealedForm(request: Request): Promise<FormData> {
  const form = await formDataOf(request);
  const [keyId, names] = [form.get("keyId"), form.get("sealed")];
  if (typeof keyId !== "string" || typeof names !== "string") return form;
  for (const name of names.split(",").slice(0, 4)) {
    const sealed = form.get(name);
    if (typeof sealed === "string" && sealed) form.set(name, (await decryptPassword(keyId, sealed)) ?? "");
  }
  return form;
}
