import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offerLines } from "~/domains/lines/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { loadNames } from "~/kit/room/names.server";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { requireRecord } from "~/kit/room/pages.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { lineOfRow } from "~/kit/room/period-rows";
import { ConflictScreen, Heading, screen, Section } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { LineFields } from "../line-fields";
import { LineList } from "../line-list";
import { findBus, linesOfBus, saveLines } from "../queries.server";
import { type BusRow, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import { BusLinesForm } from "../work-forms";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的授权线路` });

const looksFor = lineOfRow("lines");
const offers = { [looksFor]: offerLines };

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => {
    const lines = await linesOfBus(viewer, bus.busUuid, true);
    return {
      lines,
      picks: await loadPicks(viewer, offers, { lines }),
      today: today(),
      mayAssign: allows(viewer, busRoom.may.assign),
    };
  }),
);

export const action = page(busRoom.may.assign, async (call) => {
  const bus = await requireRecord(call, busRoom, findBus);
  const form = await formDataOf(call.request);
  const search = await answerSearch(call.viewer, offers, form, BusLinesForm);
  if (search) return search;
  const sent = await readForm(form, BusLinesForm);
  const picks = await loadPostedPicks(call.viewer, offers, form);
  if (sent.status !== "success") return again(sent, { picks });
  const { lines, version, reason } = sent.value;
  const done = await attempt(() =>
    saveLines({ ...call.viewer, reason: reason ?? undefined }, bus.busUuid, lines, version),
  );
  if (done.ok) return redirectWith(call.request, `已保存车辆 ${bus.busSelfCode} 的授权线路`, busUrl(bus));
  const { conflict } = done.problem;
  if (!conflict) return again(refused(sent, done.problem), { picks });
  return data(
    {
      conflict,
      names: await loadNames(call.viewer, busRoom.refers, [conflict.original, conflict.mine, conflict.theirs]),
    },
    { status: 409 },
  );
});

export default function BusLines() {
  const { record: bus, lines, picks, today, mayAssign } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "conflict" in answer)
    return (
      <ConflictScreen
        {...answer.conflict}
        labels={{ lines: busRoom.words.labels.lines! }}
        show={(name, value) => busRoom.words.show(name, value, answer.names)}
        cancelTo={`${busUrl(bus)}/lines`}
      />
    );
  if (mayAssign)
    return (
      <LineFields
        bus={bus}
        lines={lines}
        offered={(answer?.picks ?? picks)[looksFor]!}
        today={today}
        reply={answer?.reply}
      />
    );
  return (
    <>
      <Heading />
      <Section title="授权线路">
        <LineList lines={lines} />
      </Section>
    </>
  );
}
