import { createReadableStreamFromReadable } from "@remix-run/node";
import { page } from "~/kernel/access/page.server";
import { openFile } from "~/kernel/files/files.server";
import { problem } from "~/kernel/http/problem";
import { avatarKeyOf } from "../session/avatar.server";

/** A person's picture; its address changes with the picture, so the browser may keep it. */
export const loader = page("signed-in", async ({ params }) => {
  const key = /^[0-9a-f]{32}$/.test(params.userId ?? "") ? await avatarKeyOf(params.userId!) : null;
  if (!key) throw problem.missing("头像");
  const { stream, contentType, size } = await openFile(key);
  return new Response(createReadableStreamFromReadable(stream), {
    headers: { "Content-Type": contentType, "Content-Length": String(size), "Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff" },
  });
});
