import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { audioRoom } from "~/domains/audio-clips/room";
import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen } from "~/kit/page/screens";
import { answerNames, typedAgreement } from "../answer-names.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { OtherNames, type TypedAgreement } from "~/kit/page/screens/other-names";
import { missingOf } from "../missing-voices.server";
import { otherNamesOf, showNames } from "../other-names.server";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `${loaded.title} 的站名语音` });

export const loader = page(may.read, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  return {
    file,
    title: fileTitle(file),
    names: showNames(await otherNamesOf([file.classifySid])),
    maySpeak: allows(viewer, audioRoom.may.write),
  };
});

export const action = page(audioRoom.may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const form = await formDataOf(request);
  const names = await otherNamesOf([file.classifySid]);
  const missing = form.get("do") === "speakMissing" ? await missingOf(file) : [];
  const done = await attempt(() => answerNames(viewer, form, { names, missing }, fileUrl(file)));
  if (!done.ok) return data({ error: done.problem.message, typed: typedAgreement(form) }, { status: 422 });
  return redirectWith(request, done.value.message, done.value.to);
});

export default function FileVoices() {
  const { file, names, maySpeak } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { error: string; typed: TypedAgreement } | undefined;
  return (
    <>
      <Heading>
        <a className="button" href={fileUrl(file)}>
          返回线路文件
        </a>
      </Heading>
      {names.length === 0 && <p>语音说的都是现在的站名。</p>}
      <OtherNames
        names={names}
        action={`${fileUrl(file)}/voices`}
        maySpeak={maySpeak}
        error={answer?.error}
        typed={answer?.typed}
      />
    </>
  );
}
