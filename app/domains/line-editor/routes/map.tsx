import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { again, readForm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";

import { Heading } from "~/kit/page/screens";
import { MapConflict } from "../conflict-screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { noteOfEditing } from "~/domains/lines/labels";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { loadMap, typedOf } from "../map-editor/load-map.server";
import { bothPaths, editedMap, type MapFaults } from "../map-editor/map-answers.server";
import { mapConflict } from "../map-editor/map-conflict";
import { MapForm } from "../map-editor/map-form";
import { type FinderAnswer, pressedForm } from "../map-editor/picked-stations.server";
import { MapScreen } from "../map-editor/map-screen";
import type { MapTyped } from "../map-editor/page.server";
import { faultsOf, readMap, saveMap } from "../map-editor/save.server";
import { editing, saveInPlace } from "../sequence-place.server";
import { may } from "~/domains/lines/policy";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import { lineUrl, variantUrl } from "~/domains/lines/urls";
import { OtherDrafts } from "~/domains/line-versions/screens/other-drafts";

export const handle = lineScreenFor("地图编辑");

export const loader = page(may.write, loadMap);

export const action = page(may.write, async (call) => {
  const { viewer, request } = call;
  const { version, one, asked, gone } = await editing(call);
  const sent = await readForm(request, MapForm);
  if (sent.status !== "success") return again(sent, { edited: null, conflict: null });
  const { from, to, reason, do: button = sent.value.place?.x === undefined ? "save" : "place" } = sent.value;
  const aside = asideOf(sent.value);
  const typed = typedOf(sent.value, one);
  const show = async (changed: MapTyped & Partial<FinderAnswer>, status: number, faults?: MapFaults) => {
    const edited = await editedMap(viewer, { version, one, gone }, sent.value, changed, button, faults);
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
  if (gone && aside.version !== (version.version ?? 0))
    return show(typed, 422, {
      errors: [],
      problems: [
        { row: 0, path: "", message: `${gone.words}。您画的都还在这里：再次保存，就成为一份新的草稿`, level: "error" },
      ],
    });
  const save = { ...saveInPlace({ version, asked }, aside.version, read.direction), reason };
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
    variantUrl(version, button === "stay" ? "map" : "", { version: saved.value, direction: one.direction }),
  );
});

export default function LineMapPage() {
  const { shown, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { lineName, direction, directionName, directions, query } = loaded;
  const back = variantUrl(loaded, "", { version: query.version, direction });
  if (answer?.conflict) {
    const { conflict, picture } = answer;
    return (
      <MapConflict
        conflict={conflict}
        picture={picture}
        lineName={lineName}
        directionName={directionName}
        cancelTo={back}
      />
    );
  }
  // The post names the version that was shown: another draft may be the open one by then.
  const postTo = variantUrl(loaded, "map", { version: query.version ?? loaded.versionUuid, direction });
  return (
    <>
      <Heading />
      <OtherDrafts drafts={loaded.drafts} hrefOf={(version) => variantUrl(loaded, "map", { version, direction })} />
      <DirectionTabs directions={directions} current={direction} query={query}>
        <span className="quiet">{noteOfEditing(loaded)}</span>
      </DirectionTabs>
      <MapScreen
        key={direction}
        title={`${lineName} ${directionName}`}
        direction={direction}
        showSpacing={loaded.showSpacing}
        lineUrl={lineUrl(loaded)}
        action={postTo}
        cancelTo={back}
        {...(answer?.edited ?? shown)}
      />
    </>
  );
}
