import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { again, readForm, refused } from "~/kernel/forms/read-form";
import { attempt } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { reading, recordAt } from "~/kernel/rooms/pages.server";
import { Heading, screen, Section } from "~/kernel/screens";
import { may } from "../policy";
import { PresetFields } from "../preset-fields";
import { PresetList } from "../preset-list";
import { driverChoices, findBus, personsNumbered, presetsOfBus, savePresets } from "../queries.server";
import { busRoom, busUrl } from "../room";
import { BusPresetsForm, type BusRow } from "../schema";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的预设人员` });

export const loader = page(may.read, (call) =>
  reading(call, busRoom, may, findBus, async (viewer, bus) => {
    const [presets, drivers] = await Promise.all([presetsOfBus(viewer, bus.busUuid), driverChoices(viewer, bus.orgId)]);
    return { presets, drivers, mayAssign: allows(viewer, may.assign) };
  }),
);

export const action = page(may.assign, async (call) => {
  const bus = await recordAt(call, busRoom, findBus);
  const sent = await readForm(call.request, BusPresetsForm);
  if (sent.status !== "success") return again(sent);
  const { rows, jobNumbers, chosen, version, reason } = sent.value;
  const kept = rows.filter(({ remove }) => !remove).sort((one, other) => one.sort - other.sort);
  const done = await attempt(async () => {
    const added = await personsNumbered(call.viewer, jobNumbers?.split(/[\s,，、;；]+/).filter(Boolean) ?? []);
    await savePresets({ ...call.viewer, reason: reason ?? undefined }, bus.busUuid, [...kept.map(({ personUuid }) => personUuid), ...added, ...(chosen ? [chosen] : [])], version);
  });
  if (done.ok) return redirectWith(call.request, `已保存车辆 ${bus.busSelfCode} 的预设人员`, `${busUrl(bus)}/presets`);
  if (done.problem.conflict) return data({ meanwhile: done.problem.message, typed: { jobNumbers, chosen, reason }, reply: undefined }, { status: 409 });
  return again(refused(sent, done.problem));
});

export default function BusPresets() {
  const { record: bus, presets, drivers, mayAssign } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (mayAssign) return <PresetFields bus={bus} presets={presets} drivers={drivers} reply={answer?.reply} meanwhile={answer && "meanwhile" in answer ? answer : undefined} />;
  return (
    <>
      <Heading note={bus.plateNum} />
      <Section title="预设人员">
        <PresetList presets={presets} />
      </Section>
    </>
  );
}
