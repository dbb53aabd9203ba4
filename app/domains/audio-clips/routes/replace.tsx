import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { attempt } from "~/kit/ground/problem";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { keyOf } from "~/kit/page/forms/rules";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { Uses } from "~/kit/page/screens/uses";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { recordUrl } from "~/kit/room/room";
import { roomRecord } from "~/kit/room/served-pages.server";
import { usesOf } from "~/kit/room/uses.server";
import { offerClips } from "../offers.server";
import { replaceClip } from "../replace-clip.server";
import { type AudioRow, audioRoom } from "../room";
import { audioClips } from "../room.server";

export const handle = screen({ title: ({ record }: { record: AudioRow }) => `替换 ${record.audioName}` });

const ReplaceForm = z.object({ by: keyOf("音频") });
const offers = { by: offerClips };

export const loader = page(audioRoom.may.write, (call) =>
  roomRecord(call, audioClips, async (viewer, { audioUuid }) => ({
    uses: await usesOf(viewer, audioClips.references, [audioUuid]),
    picks: await loadPicks(viewer, offers),
  })),
);

export const action = page(audioRoom.may.write, async ({ viewer, request, params }) => {
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, ReplaceForm);
  if (search) return search;
  const sent = await readForm(form, ReplaceForm);
  const picks = await loadPostedPicks(viewer, offers, form);
  if (sent.status !== "success") return again(sent, { picks });
  const done = await attempt(() => replaceClip(viewer, params.audioUuid!, sent.value.by));
  if (!done.ok) return again(refused(sent, done.problem), { picks });
  if (done.value === 0) return data({ reply: sent.reply, picks, none: true }, { status: 409 });
  return redirectWith(request, `已在 ${done.value} 处替换`, `${audioRoom.url}/${sent.value.by}`);
});

export default function ReplaceClip() {
  const { record, uses, picks } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: never; picks?: typeof picks; none?: boolean } | undefined;
  const [form, fields] = useRoomForm(ReplaceForm, answer?.reply);
  const held = uses.filter(({ count, blocking }) => count > 0 && blocking);
  return (
    <FormScreen form={form} save="全部替换" cancelTo={recordUrl(audioRoom, record)} labels={{ by: "换成" }}>
      <Section title="会改动的地方">
        {answer?.none && (
          <p role="alert" className="notice bad">
            没有可以改动的地方。
          </p>
        )}
        {held.length === 0 ? (
          <p className="quiet">没有配方、节点或线路文件使用它。</p>
        ) : (
          <Uses title="草稿和配方会换成所选的音频，已经生成的线路文件不变：" uses={held} />
        )}
      </Section>
      <FieldSet title="换成哪一段">
        <PickField field={fields.by} label="音频" offered={(answer?.picks ?? picks).by!} placeholder="请选择" />
      </FieldSet>
    </FormScreen>
  );
}
