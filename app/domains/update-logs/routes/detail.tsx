import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { markdownHtml } from "~/kit/page/markdown/markdown.server";
import { Markdown } from "~/kit/page/markdown/markdown";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: recordTitle(updateLogRoom) });
export const loader = page(may.read, (call) =>
  reading(call, updateLogRoom, may, findUpdateLog, async (_viewer, log) => ({ html: markdownHtml(log.body) })),
);

export default function UpdateLog() {
  const { record: log, html } = useLoaderData<typeof loader>();
  return (
    <RecordScreen
      room={updateLogRoom}
      sections={[{ title: "基本信息", facts: factsOf(updateLogRoom.words, log, ["logVersion", "logDate", "title"]) }]}
    >
      <Section title="内容">
        <Markdown html={html} />
      </Section>
    </RecordScreen>
  );
}
