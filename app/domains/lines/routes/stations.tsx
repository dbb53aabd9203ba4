import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findStoredForm } from "~/kit/data/access/stored-post.server";
import { page, type PageCall } from "~/kit/page/http/page.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { again, readForm } from "~/kit/page/forms/read-form";
import { buttonAfter } from "~/kit/page/forms/row-buttons";
import { attempt, type Conflict } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConflictScreen, Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "../direction-tabs";
import type { Direction } from "../directions";
import { editedRows, foundStations, refusedRows } from "../editor.server";
import { noteOf, stationsInWords } from "../labels";
import { leavingStations } from "../leaving.server";
import { lineScreen } from "../line-screen";
import { oppositesOf } from "../opposites.server";
import { may } from "../policy";
import { updateLineClassifyStationAndMap } from "../queries.server";
import { type DirectionDetail, draftInWords } from "../schema";
import { withEndTypes } from "../sequence";
import type { SequenceProblem } from "../sequence-check";
import { asideOf, entriesOf, mirrored, pressed, SequenceForm, type TypedRow, typedRows } from "../sequence-form";
import { SequenceEditor } from "../sequence-editor";
import { chosenDirection, queryKept, variantAsked } from "../shown-version.server";
import { queryText, variantUrl } from "../urls";
import { type Called, changesInWords, stationChanges } from "../versions/differences";
import { editedHere } from "../versions/edited-here.server";
import type { GoneVersion } from "../versions/gone.server";
import { OtherDrafts } from "../versions/other-drafts";

export const handle = lineScreen({ title: (loaded: { lineName: string }) => `${loaded.lineName}：编辑站点` });

export const loader = page(may.write, async (call) => {
  const { directions, one, version, gone, drafts } = await editing(call);
  const form = await findStoredForm(call);
  const kept = form && (await readForm(form, SequenceForm));
  const typed = kept?.status === "success" ? kept.value : null;
  return {
    ...version,
    gone: gone?.words ?? null,
    drafts,
    one: { direction: one.direction as Direction, directionName: one.directionName },
    query: queryKept(call.url),
    showSpacing: (await readLineView()).showSpacing,
    directions: directions.map(({ direction, directionName, stationList }) => ({
      direction,
      directionName: `${directionName}（${stationList.length} 站）`,
    })),
    other: otherOf(directions, one),
    ...(await editedRows(
      version.lineType,
      one,
      typed ? withEndTypes(typed.rows, one.direction as Direction) : typedRows(one.stationList),
    )),
    kept: typed && { at: typed.at, reason: typed.reason, version: asideOf(typed).version },
    leaving: await leavingStations(call.viewer, version.classifySid, calledIn(directions)),
    mayImport: allows(call.viewer, "line-import.write"),
  };
});

export const action = page(may.write, async (call) => {
  const { viewer, request } = call;
  const { directions, one, version, asked, gone } = await editing(call);
  const direction = one.direction as Direction;
  const sent = await readForm(request, SequenceForm);
  if (sent.status !== "success") return again(sent, { edited: null, conflict: null });
  const { rows, do: button = "save", find, reason } = sent.value;
  const { at, version: began, errors: aside } = asideOf(sent.value);
  const show = async (changed: TypedRow[], status: number, refused: SequenceProblem[] = []) => {
    const { rows: shown, problems } = await editedRows(version.lineType, one, changed);
    const leaving = await leavingStations(viewer, version.classifySid, [
      ...calledIn(directions.filter((each) => each !== one)),
      ...changed.flatMap(({ staUuid }) => staUuid ?? []),
    ]);
    const found = find?.trim() && button !== "save" ? await foundStations(viewer, find.trim().slice(0, 64)) : null;
    return data(
      {
        reply: null,
        conflict: null,
        edited: {
          rows: shown,
          problems: refused.length > 0 ? refused : problems,
          found,
          find,
          at: sent.value.at,
          reason,
          version: began,
          leaving,
          focus: buttonAfter(button, shown.length),
        },
      },
      { status },
    );
  };
  if (button === "mirror")
    return show(
      await mirrorOf(
        directions.filter((each) => each !== one),
        direction,
      ),
      200,
    );
  if (button !== "save") return show(pressed(rows, button, at, direction), 200);
  const typed = withEndTypes(rows, direction);
  const { entries, errors } = entriesOf(typed);
  if (errors.length + aside.length > 0)
    return show(typed, 422, [...aside, ...errors.map((error) => ({ ...error, level: "error" as const }))]);
  const saved = await attempt(() =>
    updateLineClassifyStationAndMap(
      { ...viewer, reason },
      {
        classifySid: version.classifySid,
        versionUuid: asked.versionUuid ?? version.versionUuid ?? undefined,
        inItsPlace: true,
        version: began,
        directions: [{ direction, stationList: entries }],
      },
    ),
  );
  if (!saved.ok && saved.problem.conflict)
    return data(
      { reply: null, edited: null, conflict: conflictOf(saved.problem.conflict, direction, gone) },
      { status: 409 },
    );
  if (!saved.ok) return show(typed, 422, refusedRows(saved.problem));
  return redirectWith(
    call.request,
    `${one.directionName} ${entries.length} 站已保存到草稿`,
    variantUrl(version, "", { version: saved.value.versionUuid, direction }),
  );
});

export default function Stations() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = variantUrl(loaded, "", { version: loaded.query.version, direction: loaded.one.direction });
  if (answer?.conflict) {
    const { original, ...conflict } = answer.conflict;
    return (
      <ConflictScreen
        {...conflict}
        original={original}
        labels={{ rows: `${loaded.one.directionName}站点` }}
        show={(_name, value, side) =>
          side === original ? stationsInWords(value) : sideInWords(original["rows"], value)
        }
        cancelTo={back}
      />
    );
  }
  // The post names the version that was shown: another draft may be the open one by then.
  const postTo = variantUrl(loaded, "stations", {
    version: loaded.query.version ?? loaded.versionUuid,
    direction: loaded.one.direction,
  });
  const edited = answer?.edited ?? {
    rows: loaded.rows,
    problems: loaded.problems,
    found: null,
    version: loaded.version ?? 0,
    leaving: loaded.leaving,
    ...loaded.kept,
  };
  return (
    <>
      <Heading
        note={noteOf(
          loaded,
          loaded.standing === "draft" ? draftInWords(loaded.plannedFor) : "保存后成为草稿，不影响现行版本",
        )}
      >
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
        <DirectionTabs directions={loaded.directions} current={loaded.one.direction} query={loaded.query} />
        <SequenceEditor
          {...edited}
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

async function editing({ viewer, url, params }: PageCall & { viewer: Viewer }) {
  const asked = variantAsked(url, params);
  const { detail, gone, drafts } = await editedHere(viewer, asked);
  const { directions, ...version } = detail;
  return { directions, version, asked, gone, drafts, one: chosenDirection(detail, url).one };
}

function otherOf(directions: readonly DirectionDetail[], one: DirectionDetail) {
  const other = directions.find((each) => each !== one && each.stationList.length > 0);
  return other ? other.directionName : null;
}

const calledIn = (directions: readonly DirectionDetail[]) =>
  directions.flatMap(({ stationList }) => stationList.map(({ staUuid }) => staUuid));

async function mirrorOf([other]: readonly DirectionDetail[], direction: Direction): Promise<TypedRow[]> {
  const stationList = other?.stationList ?? [];
  return mirrored(typedRows(stationList), await oppositesOf(stationList.map(({ staUuid }) => staUuid)), direction);
}

/** The conflict as far as this page's form goes: the rows of its direction. */
function conflictOf({ original, mine, theirs, ...rest }: Conflict, direction: Direction, gone: GoneVersion | null) {
  const rows = (side: Record<string, unknown>) => ({ rows: side[`stations${direction}`] });
  const told = gone && {
    title: "这份草稿已不存在",
    change: `${gone.words}。您填写的内容还没有保存：按选择保存，会存为一份新的草稿。`,
    theirsLabel: "现在代替它的",
  };
  return { ...rest, ...told, original: rows(original), mine: rows(mine), theirs: rows(theirs) };
}

function sideInWords(original: unknown, side: unknown): string {
  const [before, after] = [original, side].map((rows) => (Array.isArray(rows) ? (rows as Called[]) : [])) as [
    Called[],
    Called[],
  ];
  return `${changesInWords(stationChanges(before, after)) || "没有修改"}；共 ${after.length} 站`;
}
