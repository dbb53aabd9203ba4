import { useActionData, useLoaderData } from "@remix-run/react";
import { offerLines } from "~/domains/lines/queries.server";
import { attempt } from "~/kit/ground/problem";
import { ChoiceField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused, formDataOf } from "~/kit/page/forms/read-form";
import { PickField } from "~/kit/page/forms/pick-field";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { inputsOf } from "~/kit/room/inputs";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { type ClipImportSettings, importUrl, SpeakForm } from "../import-row";
import { startSpeaking } from "../imports.server";
import { audioRoom } from "../room";
import { mostSpoken, unspokenStations } from "../unspoken-stations.server";

export const handle = screen({ title: "朗读站名" });

const offers = { lineUuid: offerLines };

export const loader = page(audioRoom.may.write, async ({ viewer, url }) => {
  const asked = { lineUuid: url.searchParams.get("lineUuid") ?? undefined };
  const [missing, english] = await Promise.all(["zh", "en"].map((language) => unspokenStations(viewer, { language })));
  return {
    orgId: await organisationChoices(viewer),
    asked,
    picks: await loadPicks(viewer, offers, asked),
    missing: { zh: missing!.length, en: english!.length },
    mostSpoken,
  };
});

export const action = page(audioRoom.may.write, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, SpeakForm);
  if (search) return search;
  const sent = await readForm(form, SpeakForm);
  const picks = () => loadPostedPicks(viewer, offers, form);
  if (sent.status !== "success") return again(sent, { picks: await picks() });
  const { language, voiceType, ...whose } = sent.value;
  const given = { language, voiceType, use: 0, speaker: 2, typeUuid: null } as ClipImportSettings;
  const started = await attempt(async () =>
    startSpeaking(viewer, given, await unspokenStations(viewer, { language, ...whose })),
  );
  if (!started.ok) return again(refused(sent, started.problem), { picks: await picks() });
  return redirectWith(request, "已开始朗读", importUrl({ importId: started.value }));
});

export default function SpeakStations() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: never; picks?: typeof loaded.picks } | undefined;
  const [form, fields] = useRoomForm(SpeakForm, answer?.reply, { language: "zh", voiceType: 0, ...loaded.asked });
  const { language, voiceType } = audioRoom.fields;
  const spoken = { ...language, choices: language.choices!.filter(({ value }) => value !== "other") };
  const picks = answer?.picks ?? loaded.picks;
  return (
    <FormScreen form={form} save="开始朗读" cancelTo={audioRoom.url} labels={{ lineUuid: "线路", orgId: "机构" }}>
      <FieldSet title="朗读哪些站名">
        {inputsOf({ language: spoken, voiceType }, fields as never, ["language", "voiceType"])}
        <PickField field={fields.lineUuid} label="线路" offered={picks.lineUuid!} placeholder="全部线路" />
        <ChoiceField field={fields.orgId} label="机构" choices={loaded.orgId} empty="全部机构" />
      </FieldSet>
      <p className="quiet">
        现在要朗读的站名：普通话 {loaded.missing.zh} 个，英语 {loaded.missing.en}{" "}
        个，包括改了站名或读音后还没有重新朗读的；一次最多朗读 {loaded.mostSpoken}{" "}
        个。声音由程序合成，是机器人的声音，之后可以逐个上传录音替换。站点写有“站名读音”的，按它朗读。
      </p>
    </FormScreen>
  );
}
