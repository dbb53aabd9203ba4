import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { useActionData, useLoaderData } from "@remix-run/react";
import { settings } from "~/kit/ground/settings.server";
import { attempt, problem } from "~/kit/ground/problem";
import { formatTime } from "~/kit/ground/time/format-time";
import type { Field } from "~/kit/page/forms/field";
import { FileField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, alsoRefused, readForm, refused, refusedFile, type Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { newestImports } from "~/kit/page/import-flow/import-life.server";
import { importStates } from "~/kit/page/import-flow/import-states";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { inputsOf } from "~/kit/room/inputs";
import { mostFiles } from "../archive-entries.server";
import { typeChoices } from "../audio-types.server";
import { type AudioImport, GivenForm, importUrl } from "../import-row";
import { audioImports } from "../import-steps.server";
import { startUpload } from "../imports.server";
import { audioRoom } from "../room";

export const handle = screen({ title: "批量上传语音" });

export const loader = page(audioRoom.may.write, async ({ viewer }) => {
  const newest = await newestImports<AudioImport>(audioImports, viewer);
  const zone = settings().OPERATOR_TIME_ZONE;
  return {
    types: await typeChoices(),
    limit: settings().UPLOAD_LIMIT_MB,
    mostFiles,
    imports: newest.slice(0, 10).map(({ importId, fileName, state, createdByName, createdAt }) => ({
      importId,
      fileName,
      state: importStates[state],
      by: createdByName,
      at: formatTime(createdAt, zone),
    })),
  };
});

export const action = page(audioRoom.may.write, async ({ viewer, request }) => {
  const upload = await attempt(() => acceptUpload(viewer, request, { files: mostFiles }));
  if (!upload.ok) return again(refusedFile(upload.problem.message));
  try {
    const sent = await readForm(upload.value.form, GivenForm);
    if (upload.value.files.length === 0)
      return again(alsoRefused(sent, problem.field("file", "请选择要上传的声音文件或 zip")));
    if (sent.status !== "success") return again(sent);
    const started = await attempt(() => startUpload(viewer, sent.value, upload.value.files));
    if (!started.ok) return again(refused(sent, started.problem));
    return await redirectWith(request, "已上传，正在读取", importUrl({ importId: started.value }));
  } finally {
    await upload.value.discard();
  }
});

export default function ImportAudioClips() {
  const { types, limit, mostFiles: most, imports } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply } | undefined;
  const [form, fields] = useRoomForm(GivenForm, answer?.reply, { language: "zh", use: 6, speaker: 2, voiceType: 0 });
  const file = { id: `${form.id}-file`, name: "file", errors: form.allErrors.file, required: true } as Field;
  const { language, use, typeUuid, speaker, voiceType } = audioRoom.fields;
  return (
    <FormScreen
      form={form}
      multipart
      save="上传并读取"
      note={<ImportSteps at="choose" />}
      cancelTo={audioRoom.url}
      labels={{ file: "文件" }}
    >
      <FieldSet title="文件">
        <FileField
          field={file}
          label="文件"
          multiple
          hint={`可以选多个声音文件，或一个 zip；最多 ${most} 个文件，合计 ${limit} MB，每个 10 MB`}
          wide
        />
        <p className="quiet">
          文件名写站名、站点编号或文稿，例如
          火车站.mp3、10010001.wav。读完以后先给出预览：每个文件给谁用、为什么，改正以后再确认。
        </p>
      </FieldSet>
      <FieldSet title="这些音频都是">
        {inputsOf(
          { language, use, typeUuid, speaker, voiceType },
          fields as never,
          ["language", "use", "typeUuid", "speaker", "voiceType"],
          { choices: { typeUuid: types } },
        )}
      </FieldSet>
      {imports.length > 0 && (
        <Section title="最近的批量任务">
          <ul>
            {imports.map((one) => (
              <li key={one.importId}>
                <a href={importUrl(one)}>{one.fileName.slice(0, 80)}</a> {one.state}{" "}
                <span className="quiet">
                  {one.by} {one.at}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </FormScreen>
  );
}
