import { useActionData, useLoaderData } from "@remix-run/react";
import { audioRoom } from "~/domains/audio-clips/room";
import { page } from "~/kit/page/http/page.server";
import { FaultList } from "~/kit/page/screens/fault-list";
import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { DetailScreen, Facts, RecordNotices, screen, Section } from "~/kit/page/screens";
import { noticesOf } from "~/kit/room/record-notices.server";
import { tellChanges, type PartChange } from "../changes-since.server";
import { FileActions } from "../file-actions";
import { fileFacts } from "../file-facts";
import { checkDraft, fileTitle, requireFileOf, standingOf } from "../file-page.server";
import { GenerateForm } from "../form-schema";
import { Generate } from "../generate-form";
import { findingsOf } from "../kept-findings.server";
import { generateAndPack } from "../package.job.server";
import { hearingsOf, mustBeHeard } from "../listening/hearings.server";
import { listPackages } from "../packages.server";
import { Packages } from "../packages";
import { MissingVoices } from "../missing-voices";
import { countUpToDate } from "../file-lines.server";
import { Journey } from "../journey";
import { may } from "../policy";
import { OtherNames } from "~/kit/page/screens/other-names";
import { filesWithOtherNames } from "../other-names.server";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => loaded.title });

export const loader = page(may.read, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const [standing, check, packages, notices, hearings, isAsked, upToDate] = await Promise.all([
    standingOf(viewer, file),
    file.state === 0 ? checkDraft(file) : null,
    listPackages(file.fileUuid),
    noticesOf(viewer, "line-files", file.fileUuid),
    hearingsOf(file.fileUuid),
    mustBeHeard(),
    countUpToDate([file.fileUuid]),
  ]);
  const places = (check?.missing ?? []).reduce((sum, one) => sum + one.places, 0);
  const isOutdated = standing?.standing === "outdated" && standing.fileUuid === file.fileUuid;
  const shown = (at: string | null) => at && formatTime(new Date(at), settings().OPERATOR_TIME_ZONE);
  return {
    changes: isOutdated ? await tellChanges(file, standing.changed) : [],
    file,
    standing,
    check,
    names: file.state > 0 && file.state < 3 ? ((await filesWithOtherNames([file.fileUuid]))[0]?.clips ?? 0) : 0,
    findings: (await findingsOf(viewer, [file.fileUuid])).get(file.fileUuid) ?? [],
    packages,
    notices,
    title: `${fileTitle(file)} 线路文件`,
    journey:
      file.state > 2
        ? null
        : {
            ...file,
            isDraft: file.state === 0,
            missing: places,
            errors: places + (check?.others ?? 0),
            isOutdated,
            isUnheard: isAsked && file.state === 1 && hearings.length === 0,
            buses: file.sortType === 1 ? (standing?.buses ?? 0) : 0,
            upToDate: upToDate.get(file.fileUuid) ?? 0,
          },
    generated: shown(file.generatedAt),
    updated: shown(file.updatedAt),
    heard: hearings[0]
      ? { by: hearings[0].heardBy, at: shown(hearings[0].at)!, isSkipped: hearings[0].reason !== null }
      : null,
    isToBeHeard: isAsked && file.state === 1 && hearings.length === 0,
    may: {
      write: allows(viewer, may.write),
      generate: allows(viewer, may.generate),
      remove: allows(viewer, may.remove),
      speak: allows(viewer, audioRoom.may.write),
      issue: allows(viewer, "issue-task.write"),
    },
  };
});

export const action = page(may.generate, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const sent = await readForm(request, GenerateForm);
  if (sent.status !== "success") return again(sent);
  const { fileVersion, version } = sent.value;
  const done = await attempt(() => generateAndPack(viewer, { fileUuid: file.fileUuid, fileVersion }, version));
  if (!done.ok) {
    const { conflict, errors, message } = done.problem;
    if (conflict) return again(refused(sent, { message: `${message}，请看过最新内容再生成`, errors: [] }));
    const own = errors.filter(({ path }) => path === "fileVersion");
    const why =
      own.length > 0 ? "" : errors.length > 0 ? `没有生成：有 ${errors.length} 个错误，见下面的列表` : message;
    return again(refused(sent, { message: why, errors: own.length > 0 ? own : [{ path: "", message: why }] }));
  }
  const { warnings } = done.value;
  const more = warnings.length > 0 ? `，有 ${warnings.length} 处提醒` : "";
  return redirectWith(request, `已生成 ${fileTitle(done.value)}${more}`, fileUrl(file));
});

const changeFact = ({ part, words }: PartChange) => ({ label: part, value: words.join("；"), wide: true });

export default function File() {
  const {
    file,
    standing,
    changes,
    check,
    names,
    findings,
    packages,
    notices,
    journey,
    generated,
    updated,
    heard,
    isToBeHeard,
    may,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const basics = (
    <Section title="基本信息">
      <Facts facts={fileFacts({ file, standing, generated, updated, heard })} />
    </Section>
  );
  // Of a draft one wants to know first what it lacks.
  return (
    <DetailScreen actions={<FileActions file={file} standing={standing} may={may} isToBeHeard={isToBeHeard} />}>
      {journey && <Journey facts={journey} />}
      {!check && basics}
      {changes.length > 0 && (
        <Section title="生成以后的变化">
          <Facts facts={changes.map(changeFact)} />
        </Section>
      )}
      <RecordNotices notices={notices} />
      {check && <MissingVoices missing={check.missing} action={`${fileUrl(file)}/voices`} maySpeak={may.speak} />}
      {check && <OtherNames names={check.otherNames} action={`${fileUrl(file)}/voices`} maySpeak={may.speak} />}
      {check && (
        <Section title={check.faults > 0 ? `生成前要处理的 ${check.faults} 个错误` : "可以生成"}>
          <FaultList faults={check.errors} total={check.others} />
          {may.generate && (
            <Generate
              key={file.version}
              reply={answer?.reply}
              proposed={check.proposed}
              version={file.version}
              ready={check.faults === 0}
            />
          )}
        </Section>
      )}
      {names > 0 && (
        <p className="notice bad" role="alert">
          这个文件里有 {names} 段语音说的不是现在的站名，<a href={`${fileUrl(file)}/voices`}>请处理</a>
          后重新生成。
        </p>
      )}
      {findings.length > 0 && (
        <Section title={`生成时的提醒（${findings.length}）`}>
          <FaultList faults={findings} />
        </Section>
      )}
      {check && check.warnings.length > 0 && (
        <Section title="提醒">
          <FaultList faults={check.warnings} />
        </Section>
      )}
      {check && basics}
      {file.state > 0 && <Packages file={file} packages={packages} />}
    </DetailScreen>
  );
}
