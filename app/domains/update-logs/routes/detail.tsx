import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { markdownHtml } from "~/kit/page/markdown/markdown.server";
import { Markdown } from "~/kit/page/markdown/markdown";
import { screen, Section } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { updateLogRoom } from "../room";
import { updateLogs } from "../room.server";

export const handle = screen({ title: recordTitle(updateLogRoom) });
export const loader = page(updateLogRoom.may.read, (call) =>
  roomRecord(call, updateLogs, async (_viewer, log) => ({ html: markdownHtml(log.body) })),
);

export default function UpdateLog() {
  const { record: log, html } = useLoaderData<typeof loader>();
  const facts = factsOf(updateLogRoom.words, log, ["logVersion", "logDate", "title"]);
  return (
    <RecordScreen room={updateLogRoom} sections={[{ title: "基本信息", facts }]}>
      <Section title="内容">
        <Markdown html={html} />
      </Section>
    </RecordScreen>
  );
}
