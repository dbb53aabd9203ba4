import type { Visitor } from "./visit";

/** Uploads a text or a file's bytes as an attachment by the call; answers its fileUuid. */
export async function attach(person: Visitor, name: string, content: string | Buffer): Promise<string> {
  const body = new FormData();
  body.append("file", new File([content as BlobPart], name));
  const whole = new Response(body);
  const answer = await person.send("/api/sys-attachment-file/upload", {
    method: "POST",
    headers: { "content-type": whole.headers.get("content-type")!, authorization: person.token! },
    body: await whole.arrayBuffer(),
  });
  return ((await answer.json()) as { data: { fileUuid: string } }).data.fileUuid;
}
