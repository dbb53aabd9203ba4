import { useActionData, useLoaderData } from "@remix-run/react";
import { may as issuing } from "~/domains/issue-tasks/policy";
import { audioRoom } from "~/domains/audio-clips/room";
import { OtherNames, type TypedAgreement } from "~/kit/page/screens/other-names";
import { findingsOf, showNames } from "~/domains/line-files/queries.server";
import { may as lineFiles } from "~/domains/line-files/policy";
import { allows } from "~/kit/data/access/viewer";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { screen, Section } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { answerPost } from "../answer-post.server";
import { FileSection } from "../file-section";
import { ItemSection } from "../item-section";
import { showItems } from "../item-words.server";
import { missingInWords, readReadiness } from "../readiness.server";
import { packageRoom, stateName } from "../room";
import { changePackages } from "../room.server";
import { packageUrl } from "../urls";
import { listWords } from "../words.server";
import { WordSection } from "../word-section";

export const handle = screen({ title: recordTitle(packageRoom) });

export const loader = page(packageRoom.may.read, (call) =>
  roomRecord(call, changePackages, async (viewer, record) => {
    const isOpen = record.state < 2;
    const mayWrite = allows(viewer, packageRoom.may.write);
    const zone = settings().OPERATOR_TIME_ZONE;
    const shown = (at: string | null) => at && formatTime(new Date(at), zone);
    const ready = isOpen
      ? await readReadiness(viewer, { ...record, packageNum: record.packageNum! })
      : { refusals: [], variants: [], otherNames: [] };
    const [items, words, findings] = await Promise.all([
      showItems(record.packageUuid, ready.refusals),
      listWords(record.packageUuid),
      allows(viewer, lineFiles.read)
        ? findingsOf(
            viewer,
            ready.variants.flatMap(({ file }) => file?.fileUuid ?? []),
          )
        : [],
    ]);
    return {
      items,
      isOpen,
      variants: ready.variants,
      findings: Object.fromEntries(findings),
      otherNames: showNames(ready.otherNames),
      maySpeak: mayWrite && allows(viewer, audioRoom.may.write),
      missing: isOpen ? missingInWords(record, ready) : [],
      words: words.map((word) => ({ ...word, at: formatTime(word.at, zone) })),
      times: { confirmed: shown(record.confirmedAt), inForce: shown(record.inForceAt) },
      mayGiveWord: isOpen && mayWrite,
      mayConfirm: allows(viewer, packageRoom.may.confirm),
      mayIssue: record.state === 1 && allows(viewer, issuing.write) && allows(viewer, issuing.start),
      mayGenerate: isOpen && allows(viewer, lineFiles.generate),
    };
  }),
);

export const action = page(packageRoom.may.write, answerPost);

export default function ChangePackage() {
  const loaded = useLoaderData<typeof loader>();
  const { record, items, isOpen, variants, missing, words, times, mayConfirm, may } = loaded;
  const answer = useActionData<typeof action>() as
    { error: string; refused: RefusedItem[]; typed?: TypedAgreement } | undefined;
  const url = packageUrl(record.packageUuid);
  const isDraft = record.state === 0;
  const facts = [
    ...factsOf(packageRoom.words, record, ["packageNum", "effectiveDay"]),
    { label: "所属机构", value: record.orgName },
    { label: "状态", value: stateName(record.state) },
    { label: "确认", value: times.confirmed && `${record.confirmedByName} ${times.confirmed}` },
    { label: "生效", value: times.inForce },
    ...(record.outcome ? [{ label: "说明", value: record.outcome, wide: true }] : []),
    ...factsOf(packageRoom.words, record, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen
      room={packageRoom}
      sections={[{ title: "基本信息", facts }]}
      actions={
        mayConfirm && (
          <>
            {(record.state === 1 || record.state === 2) && (
              <a className="button" href={`${url}/take-back`}>
                撤回
              </a>
            )}
            {isDraft && items.length > 0 && (
              <a className="button" href={`${url}/confirm`}>
                确认
              </a>
            )}
          </>
        )
      }
    >
      {answer && (
        <div role="alert" className="notice bad">
          {answer.error}
          <ul>
            {answer.refused.map(({ name, message }) => (
              <li key={name}>
                {name}：{message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpen && (
        <Section title={missing.length > 0 ? "还缺什么" : "已经齐备"}>
          {missing.length === 0 && <p>变更都能生效，线路文件和车辆都已就绪。</p>}
          <ul>
            {missing.map((one) => (
              <li key={one}>{one}。</li>
            ))}
          </ul>
        </Section>
      )}
      <ItemSection items={items} url={url} isEditable={may.write} />
      {isOpen && (
        <FileSection
          variants={variants}
          findings={loaded.findings}
          mayGenerate={loaded.mayGenerate}
          mayIssue={loaded.mayIssue}
        />
      )}
      {isOpen && <OtherNames names={loaded.otherNames} action={url} maySpeak={loaded.maySpeak} typed={answer?.typed} />}
      <WordSection words={words} mayGive={loaded.mayGiveWord} />
    </RecordScreen>
  );
}

interface RefusedItem {
  name: string;
  message: string;
}
