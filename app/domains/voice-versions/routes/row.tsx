import { fieldValue } from "~/kit/page/forms/field";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/kit/page/forms/fields";
import type { Picks } from "~/kit/page/forms/picks";
import { refused, type Reply } from "~/kit/page/forms/read-form";
import { rowLabels } from "~/kit/page/forms/row-table";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerRows } from "~/kit/room/answer-rows.server";
import { loadPicks } from "~/kit/room/offers.server";
import { recordUrl } from "~/kit/room/room";
import { FormScreen, RowSection, screen } from "~/kit/page/screens";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { ChangedRow, saveRow, signatureOf } from "../change-recipe.server";
import { offerParts } from "../offered-parts.server";
import { readSpoken } from "../queries.server";
import { isAt, type VersionContent } from "../recipe";
import { placeInWords, textsInWords } from "../recipe-words";
import { partColumns, partOf, partsField, RowForm, rowLists, textColumns } from "../row-form";
import { clipSearch } from "../schema";
import { askedRow } from "../row-page.server";
import { versionRoom } from "../room";

interface PageData {
  version: { versionName: string };
  place: Parameters<typeof placeInWords>[0];
}

export const handle = screen({
  title: ({ version, place }: PageData) => `${version.versionName}：${placeInWords(place)}`,
});

export const loader = page(versionRoom.may.write, async (call) => {
  const { version, place } = await askedRow(call);
  const spoken = await readSpoken(version.versionUuid);
  const row = rowIn(spoken, place);
  const picks = await loadPicks(call.viewer, { [partsField]: offerParts(place) }, row);
  return { version, place, picks, was: signatureOf(spoken, place), row };
});

export const action = page(versionRoom.may.write, async (call) => {
  const { version, place } = await askedRow(call);
  const asked = { schema: RowForm, lists: rowLists, offers: { [partsField]: offerParts(place) } };
  return answerRows(call.viewer, call.request, asked, async (sent, picks) => {
    const { parts, texts, was, reason } = sent.value;
    const by = { ...call.viewer, reason: reason ?? undefined };
    const given = { parts: parts.map(({ content }) => partOf(content)), texts, was };
    try {
      const saved = await attempt(() => saveRow(by, version.versionUuid, place, given));
      if (!saved.ok) {
        const errors = saved.problem.errors.map((one) => ({
          ...one,
          path: one.path.replace(/\.(audioUuid|part)$/, ".content"),
        }));
        return refused(sent, { message: saved.problem.message, errors });
      }
    } catch (error) {
      if (!(error instanceof ChangedRow)) throw error;
      const spoken = await readSpoken(version.versionUuid);
      const reply = { ...sent.reply, status: "error", error: {} } as Reply;
      const now = { was: signatureOf(spoken, place), row: rowIn(spoken, place) };
      return data({ reply, now, picks: await picks() }, { status: 409 });
    }
    return redirectWith(call.request, `已保存 ${placeInWords(place)}`, recordUrl(versionRoom, version));
  });
});

export default function EditRow() {
  const { version, place, picks, was, row } = useLoaderData<typeof loader>();
  const answer = useActionData() as
    { reply?: Reply; pressed?: string; picks?: Picks; now?: { was: string; row: typeof row } } | undefined;
  const [form, fields] = useRoomForm(RowForm, answer?.reply, { ...row, was });
  const offered = (answer?.picks ?? picks)[partsField]!;
  const { choices } = offered;
  const partsShown = partColumns(choices);
  const pressed = answer?.pressed ?? "";
  const common = { wrong: form.allErrors, pressed };
  return (
    <FormScreen
      form={form}
      cancelTo={recordUrl(versionRoom, version)}
      note={version.versionNum}
      labels={{
        ...rowLabels(form.allErrors, "parts", "段", partsShown),
        ...rowLabels(form.allErrors, "texts", "条", textColumns),
      }}
    >
      {answer?.now && <ChangedMeanwhile row={answer.now.row} choices={choices} place={place} />}
      <input type="hidden" name="was" value={answer?.now?.was ?? fieldValue(fields.was) ?? was} />
      <RowSection
        {...common}
        title="依次播报"
        field={fields.parts}
        list="parts"
        unit="段"
        caption="依次播报的内容"
        rules={rowLists.parts}
        columns={partsShown}
        focusOn="content"
        add="添加一段"
        finds={{ field: partsField, ...clipSearch, offered }}
        empty="这一行什么也不播：点“添加一段”，选择语音或要填入的名称。"
      />
      <RowSection
        {...common}
        title="显示文字"
        field={fields.texts}
        list="texts"
        unit="条"
        caption="显示文字"
        rules={rowLists.texts}
        columns={textColumns}
        focusOn="text"
        add="添加一条"
        empty="这一行没有显示文字。"
      >
        <p className="quiet">
          车内显示屏同时显示的文字；{"{station}"} 本站、{"{next}"} 下一站、{"{terminus}"} 终点站、{"{line}"}{" "}
          线路名，播报时填入。
        </p>
      </RowSection>
      <FieldSet title="修改">
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
    </FormScreen>
  );
}

interface ChangedRowProps {
  row: ReturnType<typeof rowIn>;
  choices: { value: string; label: string }[];
  place: PageData["place"];
}

function ChangedMeanwhile({ row, choices, place }: ChangedRowProps) {
  const said = row.parts.map(({ content }) => choices.find(({ value }) => value === content)?.label ?? "（已不可选）");
  const shown = row.texts.map((one, at) => ({ ...one, ...place, linkUuid: String(at), order: at + 1 }));
  return (
    <div role="alert" className="notice bad">
      您编辑期间，别人保存过这一行。现在是：{said.join(" + ") || "不播报"}
      {shown.length > 0 && `；显示 ${textsInWords(shown)}`}。您填写的内容还在下面，再按“保存”就以您的为准。
    </div>
  );
}

function rowIn({ slots, texts }: Pick<VersionContent, "slots" | "texts">, place: PageData["place"]) {
  return {
    parts: slots.filter(isAt(place)).map(({ part, audioUuid }) => ({ content: audioUuid ?? (part as string) })),
    texts: texts.filter(isAt(place)).map(({ text, seconds }) => ({ text, seconds })),
  };
}
