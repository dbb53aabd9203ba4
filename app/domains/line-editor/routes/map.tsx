import { readLineView } from "~/domains/parameters/queries.server";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { again, readForm } from "~/kit/page/forms/read-form";
import { attempt, type Conflict } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { SvgMap } from "~/kit/page/map/svg-map";
import { ConflictScreen, Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import type { Direction } from "~/domains/lines/directions";
import { kilometresText, noteOf } from "~/domains/lines/labels";
import { lineScreen } from "~/domains/lines/line-screen";
import { keptMap, typedOf } from "../map-editor/kept-map.server";
import { mapConflict, mapSideInWords, pathOfSide } from "../map-editor/map-conflict";
import { MapForm } from "../map-editor/map-form";
import { finderAfter, type Pressed, pressedForm } from "../map-editor/picked-stations.server";
import { MapScreen } from "../map-editor/map-screen";
import { type MapTyped, shownMap, storedTyped } from "../map-editor/page.server";
import { faultsOf, readMap, saveMap } from "../map-editor/save.server";
import { may } from "~/domains/lines/policy";
import {
  chosenDirection,
  drawingOf,
  editedHere,
  pictureOf,
  queryKept,
  variantAsked,
} from "~/domains/line-versions/queries.server";
import { type DirectionDetail } from "~/domains/line-versions/schema";
import { draftInWords } from "~/domains/lines/schema";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import { lineUrl, variantUrl } from "~/domains/lines/urls";
import { OtherDrafts } from "~/domains/line-versions/screens/other-drafts";

export const handle = lineScreen({ title: (loaded: { lineName: string }) => `${loaded.lineName}：地图编辑` });

export const loader = page(may.write, async (call) => {
  const { detail, one, gone, drafts } = await editing(call);
  const { directions, ...version } = detail;
  const kept = await keptMap(call);
  const first = kept
    ? { ...kept.aside, ...(await shownMap(call.viewer, detail, one, typedOf(kept.value, one))), unsaved: true }
    : { ...(await shownMap(call.viewer, detail, one, storedTyped(one))), unsaved: false };
  return {
    ...version,
    drafts,
    query: queryKept(call.url),
    direction: one.direction as Direction,
    directionName: one.directionName,
    directions: directions.map(({ direction, directionName, mileage }) => ({
      direction,
      directionName: `${directionName}（${mileage === null ? "无路径" : kilometresText(mileage)}）`,
    })),
    showSpacing: (await readLineView()).showSpacing,
    shown: {
      ...first,
      finder: { find: kept?.value.find, at: kept?.value.at, offers: null },
      told: gone && `${gone.words}。下面是现在代替它的，保存后成为草稿`,
      unread: first.errors.length > 0,
      confirm: false,
      acknowledged: false,
    },
  };
});

export const action = page(may.write, async (call) => {
  const { viewer, request } = call;
  const { detail, one, asked, gone } = await editing(call);
  const sent = await readForm(request, MapForm);
  if (sent.status !== "success") return again(sent, { edited: null, conflict: null });
  const { from, to, reason, do: button = sent.value.place?.x === undefined ? "save" : "place" } = sent.value;
  const aside = asideOf(sent.value);
  const typed = typedOf(sent.value, one);
  const show = async (changed: MapTyped & Partial<Pressed>, status: number, faults?: ReturnType<typeof faultsOf>) => {
    const shown = await shownMap(viewer, detail, one, changed);
    const problems =
      faults && faults.problems.length > 0
        ? [...faults.problems, ...shown.problems.filter(({ level }) => level !== "error")]
        : shown.problems;
    const edited = {
      ...shown,
      problems,
      errors: [...shown.errors, ...(faults?.errors ?? [])],
      ...{ from, to, reason },
      finder: await finderAfter(viewer, sent.value, changed, button),
      told: changed.told ?? null,
      version: gone ? (detail.version ?? 0) : (aside.version ?? 0),
      unsaved: true,
      unread: shown.errors.length > 0,
      confirm: Boolean(faults?.errors.some(({ field }) => field === "moves") || sent.value.acknowledged),
      acknowledged: Boolean(sent.value.acknowledged),
    };
    return data({ reply: null, conflict: null, edited }, { status });
  };
  if (button !== "save" && button !== "stay") {
    const serial = (text: string | undefined) => (/^\d{1,3}$/.test(text?.trim() ?? "") ? Number(text) : undefined);
    return show(
      await pressedForm(viewer, one, typed, sent.value, button, {
        at: aside.at,
        from: serial(from),
        to: serial(to),
        which: serial(sent.value.which),
      }),
      200,
    );
  }
  const read = await readMap(viewer, one, typed);
  if ("problems" in read || aside.errors.length > 0)
    return show(typed, 422, {
      errors: [],
      ...("problems" in read && read),
      problems: [...aside.errors, ...("problems" in read ? read.problems : [])],
    });
  if (gone && aside.version !== (detail.version ?? 0))
    return show(typed, 422, {
      errors: [],
      problems: [
        { row: 0, path: "", message: `${gone.words}。您画的都还在这里：再次保存，就成为一份新的草稿`, level: "error" },
      ],
    });
  const save = {
    lineUuid: detail.lineUuid,
    classifySid: detail.classifySid,
    versionUuid: asked.versionUuid ?? detail.versionUuid ?? undefined,
    inItsPlace: true,
    version: aside.version,
    reason,
    directions: [read.direction],
  };
  const saved = await attempt(() =>
    saveMap({ ...viewer, reason }, save, read.moves, sent.value.acknowledged !== undefined),
  );
  if (!saved.ok && saved.problem.conflict) {
    const conflict = mapConflict(
      saved.problem.conflict,
      one.direction,
      { ...typed.text, seen: typed.seen },
      { reason, acknowledged: sent.value.acknowledged },
    );
    return data(
      { reply: null, edited: null, conflict, picture: await bothPaths(viewer, one, conflict) },
      { status: 409 },
    );
  }
  if (!saved.ok) {
    const faults = faultsOf(saved.problem);
    // Who has been told of another's place saves against that one from now on.
    return show(faults.errors.some(({ staUuid }) => staUuid) ? { ...typed, seen: "" } : typed, 422, faults);
  }
  return redirectWith(
    request,
    `${one.directionName}已保存到草稿`,
    variantUrl(detail, button === "stay" ? "map" : "", { version: saved.value, direction: one.direction }),
  );
});

export default function LineMapPage() {
  const { shown, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { lineName, direction, directionName, directions, query } = loaded;
  const back = variantUrl(loaded, "", { version: query.version, direction });
  if (answer?.conflict) {
    return (
      <>
        <ConflictScreen
          {...answer.conflict}
          labels={{ rows: `${directionName}站点`, map: `${directionName}路径` }}
          show={mapSideInWords}
          cancelTo={back}
        />
        <Section title={`${directionName}路径：蓝色是我画的，灰色点线是${answer.conflict.changedBy}保存的`}>
          <SvgMap
            title={`${lineName} ${directionName} 两种路径`}
            width={1000}
            height={420}
            roads={answer.picture.roads}
            {...answer.picture.drawing}
          />
        </Section>
      </>
    );
  }
  // The post names the version that was shown: another draft may be the open one by then.
  const postTo = variantUrl(loaded, "map", { version: query.version ?? loaded.versionUuid, direction });
  const edited = answer?.edited ?? { version: loaded.version ?? 0, ...shown };
  return (
    <>
      <Heading
        note={noteOf(
          loaded,
          loaded.standing === "draft" ? draftInWords(loaded.plannedFor) : "保存后成为草稿，不影响现行版本",
        )}
      >
        <a className="button" href={variantUrl(loaded, "stations", { version: query.version, direction })}>
          编辑站点
        </a>
        <a className="button" href={variantUrl(loaded, "match", { version: query.version, direction })}>
          匹配路径
        </a>
      </Heading>
      <OtherDrafts drafts={loaded.drafts} hrefOf={(version) => variantUrl(loaded, "map", { version, direction })} />
      <DirectionTabs directions={directions} current={direction} query={query} />
      <MapScreen
        key={direction}
        title={`${lineName} ${directionName}`}
        direction={direction}
        showSpacing={loaded.showSpacing}
        lineUrl={lineUrl(loaded)}
        action={postTo}
        cancelTo={back}
        {...edited}
      />
    </>
  );
}

const bothPaths = (viewer: Viewer, one: DirectionDetail, { mine, theirs }: Conflict) =>
  pictureOf(viewer, {
    ...drawingOf(one),
    path: pathOfSide(mine),
    otherPath: pathOfSide(theirs),
    breaks: [],
    doubtful: [],
  });

async function editing({ viewer, url, params }: ViewerCall) {
  const asked = variantAsked(url, params);
  const { detail, gone, drafts } = await editedHere(viewer, asked);
  return { detail, asked, gone, drafts, one: chosenDirection(detail, url).one };
}
