import { useActionData, useLoaderData } from "@remix-run/react";
import { data } from "@remix-run/node";
import { may as issuing } from "~/domains/issue-tasks/policy";
import { may as lineFiles } from "~/domains/line-files/policy";
import { allows } from "~/kit/data/access/viewer";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen, Section } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { generateFiles } from "../files.server";
import { FileSection } from "../file-section";
import { issueFiles } from "../issue-files.server";
import { ItemSection } from "../item-section";
import { showItems } from "../item-words.server";
import { removeItem } from "../items.server";
import { missingInWords, readReadiness } from "../readiness.server";
import { packageRoom, stateName } from "../room";
import { changePackages } from "../room.server";
import { packageUrl } from "../urls";
import { giveWord, listWords } from "../words.server";
import { WordSection } from "../word-section";

export const handle = screen({ title: recordTitle(packageRoom) });

export const loader = page(packageRoom.may.read, (call) =>
  roomRecord(call, changePackages, async (viewer, record) => {
    const isOpen = record.state < 2;
    const zone = settings().OPERATOR_TIME_ZONE;
    const shown = (at: string | null) => at && formatTime(new Date(at), zone);
    const ready = isOpen
      ? await readReadiness(viewer, { ...record, packageNum: record.packageNum! })
      : { refusals: [], variants: [] };
    const [items, words] = await Promise.all([
      showItems(record.packageUuid, ready.refusals),
      listWords(record.packageUuid),
    ]);
    return {
      ...{ items, isOpen, variants: ready.variants },
      missing: isOpen ? missingInWords(record, ready) : [],
      words: words.map((word) => ({ ...word, at: formatTime(word.at, zone) })),
      times: { confirmed: shown(record.confirmedAt), inForce: shown(record.inForceAt) },
      mayConfirm: allows(viewer, packageRoom.may.confirm),
      mayIssue: record.state === 1 && allows(viewer, issuing.write) && allows(viewer, issuing.start),
      mayGenerate: isOpen && allows(viewer, lineFiles.generate),
    };
  }),
);

export const action = page(packageRoom.may.write, async ({ viewer, request, params }) => {
  const packageUuid = params.packageUuid!;
  const form = await formDataOf(request);
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const back = (message: string) => redirectWith(request, message, packageUrl(packageUuid));
  if (form.get("do") === "generate") {
    const done = await attempt(() => generateFiles(viewer, packageUuid));
    if (!done.ok) return data({ error: done.problem.message, refused: [] }, { status: 409 });
    const { made, refused, left } = done.value;
    const told = `生成了 ${made.length} 份线路文件${left > 0 ? `，还有 ${left} 份，请再点一次` : ""}`;
    return refused.length > 0
      ? data({ error: `${told}，${refused.length} 份没有生成`, refused }, { status: 422 })
      : back(told);
  }
  if (form.get("do") === "issue") {
    const done = await attempt(() => issueFiles(viewer, packageUuid));
    if (!done.ok) return data({ error: done.problem.message, refused: [] }, { status: 409 });
    const { taskUuid, vehicles, leftOut } = done.value;
    const told = `开始下发到 ${vehicles} 辆车${leftOut > 0 ? `，${leftOut} 辆没有下发，见任务的说明` : ""}`;
    return redirectWith(request, told, `/voice/issue-task/${taskUuid}`);
  }
  if (form.get("do") === "word") {
    const done = await attempt(() => giveWord(viewer, packageUuid, word("said").slice(0, 255) || null));
    return done.ok
      ? back("已记下您核对过现有内容")
      : data({ error: done.problem.message, refused: [] }, { status: 409 });
  }
  if (form.get("do") !== "remove") throw problem.field("do", "请从变更包的页面提交");
  const done = await attempt(() => removeItem(viewer, packageUuid, word("itemUuid")));
  return done.ok ? back("已移除这一项变更") : data({ error: done.problem.message, refused: [] }, { status: 409 });
});

export default function ChangePackage() {
  const loaded = useLoaderData<typeof loader>();
  const { record, items, isOpen, variants, missing, words, times, mayConfirm, mayGenerate, mayIssue, may } = loaded;
  const answer = useActionData<typeof action>() as { error: string; refused: Refused[] } | undefined;
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
      note={`${record.effectiveDay} · ${stateName(record.state)}`}
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
      <ItemSection items={items} url={url} isEditable={isDraft && may.write} />
      {isOpen && <FileSection variants={variants} mayGenerate={mayGenerate} mayIssue={mayIssue} />}
      <WordSection words={words} mayGive={isOpen && may.write} />
    </RecordScreen>
  );
}

interface Refused {
  name: string;
  message: string;
}
