import { findStoredForm } from "~/kit/data/access/stored-post.server";
import { allows } from "~/kit/data/access/viewer";
import { readForm } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Direction } from "~/domains/lines/directions";
import { leavingStations, queryKept } from "~/domains/line-versions/queries.server";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { asideOf, SequenceForm, typedRows } from "~/domains/line-versions/sequence/sequence-form";
import { readLineView } from "~/domains/parameters/queries.server";
import { editedRows, withOffers } from "./editor.server";
import { calledIn } from "./sequence-answers.server";
import { editing, placeOf } from "./sequence-place.server";
import { findTyped, findUnsaved } from "./unsaved.server";

/** What the page of a direction's stations begins with: what is stored, or what somebody typed and did not save. */
export async function loadSequence(call: ViewerCall) {
  const { directions, one, version, gone, drafts } = await editing(call);
  const form = await findStoredForm(call);
  const kept = form && (await readForm(form, SequenceForm));
  const unsaved = form ? null : await findUnsaved(call.viewer, placeOf(version, one));
  const typed = kept?.status === "success" ? kept.value : unsaved;
  const tabs = await Promise.all(
    directions.map(async (each) => {
      const rows = each === one && form ? typed?.rows : (await findTyped(call.viewer, placeOf(version, each)))?.rows;
      const { direction, directionName, stationList } = each;
      return { direction, directionName, typed: { stations: (rows ?? stationList).length, unsaved: Boolean(rows) } };
    }),
  );
  const other = tabs.find(({ direction }) => direction !== one.direction);
  return {
    ...version,
    gone: gone?.words ?? null,
    drafts,
    one: { direction: one.direction as Direction, directionName: one.directionName },
    query: queryKept(call.url),
    showSpacing: (await readLineView()).showSpacing,
    directions: tabs,
    other: other ?? null,
    shown: {
      ...(await withOffers(
        call.viewer,
        await editedRows(
          version.lineType,
          one,
          typed ? withEndTypes(typed.rows, one.direction as Direction) : typedRows(one.stationList),
        ),
      )),
      reason: typed?.reason,
      version: (typed && asideOf(typed).version) ?? version.version ?? 0,
      finder: { find: typed?.find, at: typed?.at, offers: null },
      leaving: await leavingStations(call.viewer, version.classifySid, calledIn(directions)),
    },
    since: unsaved?.since ?? null,
    mayImport: allows(call.viewer, "line-import.write"),
  };
}
