import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { releaseFile, saveAttachment } from "~/kit/data/attachments/attachments.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { removalOf } from "~/kit/data/files/picture";
import { problem, type Problem } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { fileFault, fileFieldsOf } from "./file-limits";
import { loadNames } from "./names.server";
import type { SentPicture } from "./pictures.server";

type Values = Record<string, unknown>;

/** Reads a form whose room has fields that hold a file; one without files is taken as well. */
export async function readRecordFiles(call: ViewerCall, room: object): Promise<SentPicture> {
  const fields = fileFieldsOf(room);
  const { form, files, discard } = await received(call, Math.max(...fields.map(([, { most }]) => most)), fields.length);
  const chosen = fields.flatMap(([name, limits]) => {
    const file = files.find(({ field }) => field === name);
    return file ? [{ name, file, fault: file.fault ?? fileFault(limits, file) }] : [];
  });
  const bad = chosen.filter(({ fault }) => fault);
  const kept: string[] = [];
  return {
    form,
    fault: bad.length > 0 ? faultOf(bad) : undefined,
    asked: false,
    untouched: fields
      .map(([name]) => name)
      .filter((name) => !chosen.some((one) => one.name === name) && !form.has(removalOf(name)) && !form.get(name)),
    async keep() {
      const removed = fields.filter(([name]) => form.has(removalOf(name))).map(([name]) => [name, null]);
      const changes = Object.fromEntries(removed) as Record<string, string | null>;
      for (const { name, file } of chosen) kept.push((changes[name] = await saveAttachment(call.viewer, file)));
      return changes;
    },
    saved: () => Promise.resolve(void kept.splice(0)),
    async discard(isConflict) {
      if (!isConflict) for (const key of kept) await deleteFile(key);
      await discard();
    },
  };
}

const faultOf = (bad: { name: string; fault?: string }[]): Problem =>
  problem.fields(bad.map(({ name, fault }) => ({ path: name, message: fault! })));

async function received({ request, viewer }: ViewerCall, fileSize: number, files: number) {
  if (/^multipart\/form-data/i.test(request.headers.get("content-type") ?? ""))
    return acceptUpload(viewer, request, { cut: true, tellFaults: true, fileSize: fileSize + 1, files });
  return { form: await formDataOf(request), files: [], discard: () => Promise.resolve() };
}

/** What a record let go of by a change begins its days unused. */
export async function releaseReplaced(trx: Transaction<DB>, room: object | undefined, before: Values, changes: Values) {
  for (const [name] of fileFieldsOf(room ?? {})) {
    const key = before[name];
    if (typeof key !== "string" || changes[name] === undefined || changes[name] === key) continue;
    await releaseFile(trx, key);
  }
}

/** The names of a record's files by the fields that hold them, for its form. */
export async function fileNamesOf(
  viewer: Viewer,
  room: object,
  record: object | null,
): Promise<Record<string, string>> {
  const names = fileFieldsOf(room).map(([name]) => name);
  if (!record || names.length === 0) return {};
  const refers = { table: "storedFile", key: "fileKey", title: "fileName" };
  const keys = Object.fromEntries(names.map((name) => [name, (record as Values)[name]]));
  const found = await loadNames(viewer, Object.fromEntries(names.map((name) => [name, refers])), [keys]);
  return Object.fromEntries(
    names.flatMap((name) => (typeof keys[name] === "string" ? [[name, found[keys[name]] ?? "现有文件"]] : [])),
  );
}
