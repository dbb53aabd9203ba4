import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { loadEditedVersion, loadVersionInForce, findVersionDetail } from "./detail.server";
import { saveVersionDraft } from "./drafts.server";
import {
  SequenceEntry,
  type StationOfLine,
  type StationsAdd,
  type StationsOfVariant,
  type VersionDetail,
} from "./schema";
import { standbyOf } from "./standby/standby.server";

type VariantStationsRequest = z.output<typeof StationsOfVariant>;

/** The stations of a variant as of a day (or of the version named) as one list, direction by direction in the operator's order. */
export async function listStationsOfVariant(viewer: Viewer, asked: VariantStationsRequest): Promise<StationOfLine[]> {
  const { directions } = await asShown(viewer, asked);
  return directions.flatMap(({ stationList }) => stationList);
}

export async function listStationsOfLine(
  viewer: Viewer,
  { direction, ...key }: { classifySid?: string; lineUuid?: string; asOf?: string; direction?: number },
): Promise<StationOfLine[]> {
  const detail = await loadVersionInForce(viewer, key);
  return detail.directions
    .filter((one) => direction === undefined || one.direction === direction)
    .flatMap(({ stationList }) => stationList);
}

export async function loadVariantStations(viewer: Viewer, asked: VariantStationsRequest) {
  const { directions, lineUuid, lineName, classifySid, classifyName, versionUuid, standing } = await asShown(
    viewer,
    asked,
  );
  const standby = await standbyOf(viewer, lineUuid);
  return {
    lineUuid,
    lineName,
    classifySid,
    classifyName,
    versionUuid,
    standing,
    directions: directions.map(({ direction, directionName, stationList }) => ({
      direction,
      directionName,
      stationList,
      standbyList: standby.filter((row) => row.direction === direction),
    })),
  };
}

/** classifyStaAdd: saves the stations of one direction into the draft; with `at` they are put in before that serial, else they take the place of what is there. */
export async function saveStations(
  viewer: Viewer,
  { direction, stationList, at, ...save }: StationsAdd,
): Promise<VersionDetail> {
  if (at === undefined) return saveVersionDraft(viewer, { ...save, directions: [{ direction, stationList }] });
  const { classifySid, lineUuid, versionUuid } = save;
  const detail = await loadEditedVersion(viewer, { classifySid, lineUuid, versionUuid });
  const there = detail.directions.find((one) => one.direction === direction)?.stationList ?? [];
  // The types of the ends change hands with their places.
  const kept = there.map(({ staType, ...row }) =>
    SequenceEntry.parse({ ...row, serial: undefined, staType: staType <= 4 ? undefined : staType }),
  );
  const entries = kept.toSpliced(at - 1, 0, ...stationList.map((row) => ({ ...row, serial: undefined })));
  // Read and written apart: whoever saves between the two is not overwritten.
  return saveVersionDraft(viewer, {
    ...save,
    version: save.version ?? detail.version ?? 0,
    directions: [{ direction, stationList: entries }],
  });
}

async function asShown(
  viewer: Viewer,
  { direction, versionUuid, ...key }: VariantStationsRequest,
): Promise<VersionDetail> {
  const detail = versionUuid
    ? await findVersionDetail(viewer, key, versionUuid)
    : await loadVersionInForce(viewer, key);
  return {
    ...detail,
    directions: detail.directions.filter((one) => direction === undefined || one.direction === direction),
  };
}
