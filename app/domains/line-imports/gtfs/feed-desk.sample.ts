import { expect } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import type { Answer, Visitor } from "../../../../tests/kit/visit";

const page = "/line/line-import/gtfs-export";

export type FeedDesk = ReturnType<typeof feedDesk>;

export function feedDesk(person: Visitor, orgId: string) {
  return { download, imported };

  async function download(by = person, query = `asOf=${today()}&speed=20`): Promise<Buffer> {
    const answer = await by.send(`${page}/download?${query}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    return Buffer.from(await answer.arrayBuffer());
  }

  async function imported(content: Buffer): Promise<{ preview: Answer; confirm(): Promise<Answer> }> {
    const body = new FormData();
    body.append("file", new File([content as unknown as BlobPart], "feed.zip"));
    const sent = await person.visit("/line/line-import", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body,
    });
    const asked = await followed(sent);
    const preview = await followed(
      await asked.submit({ crs: "WGS84", use: "lines" }, { form: "form[action$='/choose']" }),
    );
    const confirm = async () => {
      const form = "main form:not([action])";
      return followed(await preview.submit(preview.field("orgId") === undefined ? {} : { orgId }, { form }));
    };
    return { preview, confirm };
  }

  async function followed(answer: Pick<Answer, "status" | "location" | "text">): Promise<Answer> {
    expect([answer.status, answer.status === 303 ? "" : answer.text]).toEqual([303, ""]);
    return person.settled(answer.location!);
  }
}
