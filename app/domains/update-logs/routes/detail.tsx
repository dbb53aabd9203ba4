import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { markdownHtml } from "~/kernel/markdown/markdown.server";
import { Markdown } from "~/kernel/markdown/markdown";
import { reading } from "~/kernel/rooms/pages.server";
import { factsOf } from "~/kernel/rooms/words";
import { RecordScreen, recordTitle, screen, Section } from "~/kernel/screens";
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
