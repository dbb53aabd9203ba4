import { attachment } from "~/kit/data/files/attachment.server";
import { openFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";
import { roomPage } from "../room-page.server";
import { findRow } from "../source.server";

export const loader = roomPage("read", async ({ viewer, params }, { room, source }) => {
  const name = params.field ?? "";
  const field = Object.hasOwn(room.fields, name) ? room.fields[name] : undefined;
  const record = await findRow(source, viewer, params[room.key] ?? "");
  const key = field?.file && (record as Record<string, unknown> | undefined)?.[name];
  if (typeof key !== "string") throw problem.missing(field?.label ?? "文件");
  const { stream, ...facts } = await openFile(key);
  return attachment(stream, facts);
});
