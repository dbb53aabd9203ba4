import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { again, readForm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, Section } from "~/kit/page/screens";
import { SequenceConflict } from "../conflict-screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import type { Direction } from "~/domains/lines/directions";
import { refusedRows } from "../editor.server";
import { pickStations, rowsWith } from "../finder/press-finder.server";
import { noteOfEditing } from "~/domains/lines/labels";
import { saveVersionDraft } from "~/domains/line-versions/queries.server";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { conflictOf, editedSequence, mirrorOf, soughtRows } from "../sequence-answers.server";
import { loadSequence } from "../sequence-page.server";
import { longestSequence, type SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import {
  asideOf,
  entriesOf,
  pressed,
  SequenceForm,
  type SequenceTyped,
  type TypedRow,
} from "~/domains/line-versions/sequence/sequence-form";
import { SequenceEditor, sequenceFormId } from "../sequence-editor";
import { editing, placeOf, saveInPlace } from "../sequence-place.server";
import { findBeside } from "../saved-beside.server";
import { dropUnsaved, keepUnsaved } from "../unsaved.server";
import { queryText, variantUrl } from "~/domains/lines/urls";
import { OtherDrafts } from "~/domains/line-versions/screens/other-drafts";

export const handle = lineScreenFor("编辑站点");

export const loader = page(may.write, loadSequence);

export const action = page(may.write, async (call) => {
  const { viewer, request } = call;
  const { directions, one, version, asked, gone } = await editing(call);
  const direction = one.direction as Direction;
  const sent = await readForm(request, SequenceForm);
  if (sent.status !== "success") return again(sent, { edited: null, conflict: null });
  const { rows, do: button = sent.value.place?.x === undefined ? "save" : "place" } = sent.value;
  const { at, version: began, errors: aside } = asideOf(sent.value);
  const place = placeOf(version, one);
  const other = directions.find((each) => each !== one);
  const here = (to: number) =>
    variantUrl(version, "stations", { version: asked.versionUuid ?? version.versionUuid, direction: to });
  const show = async (
    changed: TypedRow[],
    status: number,
    refused: SequenceProblem[] = [],
    { find, at, picks }: Pick<SequenceTyped, "find" | "at" | "picks"> = sent.value,
  ) => {
    const typed = { ...sent.value, rows: changed, find, at, picks };
    const edited = await editedSequence(viewer, { directions, one, version }, typed, button, refused);
    return data({ reply: null, conflict: null, edited }, { status });
  };
  const [verb, turned] = button.split(":");
  if (verb === "turn" || button === "keep") {
    await keepUnsaved(viewer, place, sent.value);
    return redirect(here(Number(turned) === 2 ? 2 : Number(turned) === 1 ? 1 : direction));
  }
  if (button === "drop") {
    await dropUnsaved(viewer, place);
    return redirectWith(call.request, "已放弃没有保存的修改", here(direction));
  }
  const picked = await pickStations(viewer, sent.value, button, rows, at);
  if (picked) {
    const { rows: added, left } = rowsWith(rows, picked.placed, at, direction);
    const words = `一个方向最多 ${longestSequence} 个站点，后面的 ${left} 个没有加入`;
    const refused = left > 0 ? [{ row: 0, path: "find", message: words, level: "error" as const }] : picked.refused;
    return show(added, refused.length > 0 ? 422 : 200, refused, picked.finder);
  }
  if (button === "mirror") return show(await mirrorOf(viewer, version, other, direction), 200);
  if (verb === "seek") return show(await soughtRows(viewer, rows, Number(turned)), 200);
  if (button !== "save") return show(pressed(rows, button, at, direction), 200);
  const typed = withEndTypes(rows, direction);
  const { entries, errors } = entriesOf(typed);
  if (errors.length + aside.length > 0)
    return show(typed, 422, [...aside, ...errors.map((error) => ({ ...error, level: "error" as const }))]);
  const beside = await findBeside(viewer, version, other);
  const both = [{ direction, stationList: entries }, ...(beside?.saved ?? [])];
  const reason = sent.value.reason?.trim() ? sent.value.reason : beside?.reason;
  const saved = await attempt(() =>
    saveVersionDraft({ ...viewer, reason }, saveInPlace({ version, asked }, began, ...both)),
  );
  if (!saved.ok && saved.problem.conflict)
    return data(
      { reply: null, edited: null, conflict: conflictOf(saved.problem.conflict, direction, gone) },
      { status: 409 },
    );
  if (!saved.ok) return show(typed, 422, refusedRows(saved.problem, other?.directionName));
  await dropUnsaved(viewer, place);
  if (other && beside?.saved.length) await dropUnsaved(viewer, placeOf(version, other));
  const names = [one.directionName, beside?.directionName];
  const words = both.map(({ stationList }, at) => `${names[at]} ${stationList.length} 站`).join("、");
  const into = { version: saved.value.versionUuid };
  return other && beside?.left
    ? redirectWith(
        call.request,
        `${words}已保存到草稿；${beside.directionName}还没有保存：${beside.left}`,
        variantUrl(version, "stations", { ...into, direction: other.direction }),
      )
    : redirectWith(call.request, `${words}已保存到草稿`, variantUrl(version, "", { ...into, direction }));
});

export default function Stations() {
  const { shown, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = variantUrl(loaded, "", { version: loaded.query.version, direction: loaded.one.direction });
  if (answer?.conflict)
    return <SequenceConflict conflict={answer.conflict} directionName={loaded.one.directionName} cancelTo={back} />;
  // The post names the version that was shown: another draft may be the open one by then.
  const postTo = variantUrl(loaded, "stations", {
    version: loaded.query.version ?? loaded.versionUuid,
    direction: loaded.one.direction,
  });
  return (
    <>
      <Heading note={noteOfEditing(loaded)}>
        {loaded.mayImport && (
          <a
            className="button"
            href={`/line/station-import${queryText({ classify: loaded.classifySid, version: loaded.query.version, direction: loaded.one.direction })}`}
          >
            从表格导入
          </a>
        )}
      </Heading>
      {loaded.gone && <p className="notice warn">{loaded.gone}。下面是现在代替它的站点，保存后成为草稿。</p>}
      <OtherDrafts
        drafts={loaded.drafts}
        hrefOf={(version) => variantUrl(loaded, "stations", { version, direction: loaded.one.direction })}
      />
      <Section title={loaded.one.directionName}>
        <DirectionTabs directions={loaded.directions} current={loaded.one.direction} form={sequenceFormId} />
        {!answer && loaded.since && (
          <p className="notice" role="status">
            这是您 {loaded.since} 没有保存的修改。{" "}
            <button className="linklike" form={sequenceFormId} name="do" value="drop">
              放弃，按已保存的站点重来
            </button>
          </p>
        )}
        <SequenceEditor
          {...(answer?.edited ?? shown)}
          direction={loaded.one.direction}
          other={loaded.other}
          showSpacing={loaded.showSpacing}
          cancelTo={back}
          action={postTo}
        />
      </Section>
    </>
  );
}
