import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { requireRecord } from "~/kit/room/pages.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { PresetFields } from "../preset-fields";
import { PresetList } from "../preset-list";
import { findBus, offerDrivers, findPersonsByNumber, presetsOfBus, savePresets } from "../queries.server";
import { type BusRow, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import { BusPresetsForm } from "../work-forms";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的预设人员` });

const offersFor = ({ orgId }: BusRow) => ({ chosen: offerDrivers(orgId) });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => {
    const [presets, picks] = await Promise.all([presetsOfBus(viewer, bus.busUuid), loadPicks(viewer, offersFor(bus))]);
    return { presets, picks, mayAssign: allows(viewer, busRoom.may.assign) };
  }),
);

export const action = page(busRoom.may.assign, async (call) => {
  const bus = await requireRecord(call, busRoom, findBus);
  const form = await formDataOf(call.request);
  const search = await answerSearch(call.viewer, offersFor(bus), form, BusPresetsForm);
  if (search) return search;
  const sent = await readForm(form, BusPresetsForm);
  const picks = await loadPostedPicks(call.viewer, offersFor(bus), form);
  if (sent.status !== "success") return again(sent, { picks });
  const { rows, jobNumbers, chosen, version, reason } = sent.value;
  const kept = rows.filter(({ remove }) => !remove).sort((one, other) => one.sort - other.sort);
  const done = await attempt(async () => {
    const added = await findPersonsByNumber(call.viewer, jobNumbers?.split(/[\s,，、;；]+/).filter(Boolean) ?? []);
    await savePresets(
      { ...call.viewer, reason: reason ?? undefined },
      bus.busUuid,
      [...kept.map(({ personUuid }) => personUuid), ...added, ...(chosen ? [chosen] : [])],
      version,
    );
  });
  if (done.ok) return redirectWith(call.request, `已保存车辆 ${bus.busSelfCode} 的预设人员`, `${busUrl(bus)}/presets`);
  if (done.problem.conflict)
    return data(
      { meanwhile: done.problem.message, typed: { jobNumbers, chosen, reason }, picks, reply: undefined },
      { status: 409 },
    );
  return again(refused(sent, done.problem), { picks });
});

export default function BusPresets() {
  const { record: bus, presets, picks, mayAssign } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (mayAssign)
    return (
      <PresetFields
        bus={bus}
        presets={presets}
        picks={answer?.picks ?? picks}
        reply={answer?.reply}
        meanwhile={answer && "meanwhile" in answer ? answer : undefined}
      />
    );
  return (
    <>
      <Heading />
      <Section title="预设人员">
        <PresetList presets={presets} />
      </Section>
    </>
  );
}
