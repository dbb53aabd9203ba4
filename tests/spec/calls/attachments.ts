import { expect } from "vitest";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface KeptAttachment {
  fileUuid: string;
  fileName: string;
  used: boolean;
}

const at = "/api/sys-attachment-file";
let made = 0;

async function upload(person: Visitor): Promise<KeptAttachment> {
  const form = new FormData();
  form.set("file", new File(["规格附件的内容"], `规格附件${++made}.txt`));
  const sent = new Response(form);
  const headers = { authorization: person.token!, "content-type": sent.headers.get("content-type")! };
  const body = await sent.arrayBuffer();
  const answer = await person.send(`${at}/upload`, { method: "POST", headers, body });
  return ((await answer.json()) as { data: KeptAttachment }).data;
}

const found = async (person: Visitor, { fileName }: Pick<KeptAttachment, "fileName">) =>
  (
    await person.call<{ list: KeptAttachment[]; total: number }>(`${at}/v1.0/pageList`, {
      keyword: fileName,
      type: "text",
    })
  ).data;

builtCall(`${at}/upload`, {
  async success(person) {
    const file = await upload(person);
    expect(await found(person, file)).toMatchObject({ total: 1, list: [{ fileUuid: file.fileUuid, used: false }] });
  },
});

builtCall(`${at}/v1.0/pageList`, {
  async success(person) {
    const file = await upload(person);
    expect((await found(person, file)).list[0]!.fileName).toBe(file.fileName);
    expect((await found(person, { fileName: "没有这个附件" })).total).toBe(0);
  },
  bad: { body: { type: "everything" }, path: "type", message: "请从列表中选择" },
});

for (const path of [`${at}/removeByIds`, `${at}/v1.0/removeByIds`])
  builtCall(path, {
    async success(person) {
      const file = await upload(person);
      expect(await person.call(path, { ids: [file.fileUuid] })).toMatchObject({ success: true, data: null });
      expect((await found(person, file)).total).toBe(0);
    },
    bad: { body: { ids: [] }, path: "", message: /请选择/ },
  });
