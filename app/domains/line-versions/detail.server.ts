import { type LineView, readLineView } from "~/domains/parameters/queries.server";
import { nameDirections } from "~/domains/parameters/schema";
import { samePlace } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { metresApart } from "~/transit/geo/metres";
import { labelOf, staTypes } from "~/domains/lines/choices";
import { type DirectionContent, type KnownStation, readContent, stationsOf } from "./content.server";
import { beginWith, chooseMileage, directionsOf } from "~/domains/lines/directions";
import { measureStops } from "./sequence/measure";
import type { DirectionDetail, StationOfLine, VersionDetail } from "./schema";
import { checkSequence } from "./sequence/sequence-check";
import { editedVersion, inForce, shownOf, type Variant, type VersionRow } from "./version-rows";
import { livingVersions, requireVariant, versionsOf } from "./versions.server";

type VariantRef = { classifySid?: string; lineUuid?: string; versionUuid?: string; asOf?: string };

/** The version named, or what an edit would begin from: the open draft of a variant, else what is in force on the day, else what is planned. */
export async function loadEditedVersion(
  viewer: Viewer,
  { asOf, versionUuid, ...key }: VariantRef,
): Promise<VersionDetail> {
  const variant = await requireVariant(viewer, key);
  return versionDetail(
    variant,
    editedVersion(await livingVersions(variant, versionUuid, db(), asOf), versionUuid).current,
  );
}

/** What is in force of a variant on the day, before any draft. */
export async function loadVersionInForce(viewer: Viewer, { asOf, ...key }: VariantRef): Promise<VersionDetail> {
  const variant = await requireVariant(viewer, key);
  return versionDetail(variant, inForce(await versionsOf(variant.classifySid, asOf)));
}

export async function findVersionDetail(viewer: Viewer, key: VariantRef, versionUuid: string): Promise<VersionDetail> {
  const variant = await requireVariant(viewer, key);
  const versions = await livingVersions(variant, versionUuid, db(), key.asOf);
  return versionDetail(
    variant,
    versions.find((one) => one.versionUuid === versionUuid),
  );
}

export async function findAnyVersion(viewer: Viewer, versionUuid: string, noun = "线路版本"): Promise<VersionDetail> {
  const found = await db()
    .selectFrom("lineVersion")
    .select("classifySid")
    .where("versionUuid", "=", versionUuid)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!found) throw problem.missing(noun);
  return findVersionDetail(viewer, { classifySid: found.classifySid }, versionUuid);
}

export async function editedContent(
  viewer: Viewer,
  { versionUuid, ...key }: Omit<VariantRef, "asOf">,
  on: Database = db(),
  lock = false,
) {
  const variant = await requireVariant(viewer, key, on, lock);
  const { current, plannedFor } = editedVersion(await livingVersions(variant, versionUuid, on), versionUuid);
  return { variant, current, plannedFor, content: await readContent(on, current?.versionUuid ?? null) };
}

export async function versionDetail(
  variant: Variant,
  version: VersionRow | undefined,
  known?: LineView,
): Promise<VersionDetail> {
  const [view, content] = await Promise.all([known ?? readLineView(), readContent(db(), version?.versionUuid ?? null)]);
  const stations = await stationsOf(db(), content);
  const { own, ...named } = variant;
  const begun = beginWith(view, version?.params?.startDirection, own.startDirection);
  return {
    ...named,
    ...shownOf(version),
    completeness: version?.completeness?.text ?? null,
    directions: directionDetails(variant, content, stations, begun),
  };
}

function directionDetails(
  { lineType, own }: Variant,
  content: readonly DirectionContent[],
  stations: ReadonlyMap<string, KnownStation>,
  view: LineView,
): DirectionDetail[] {
  const living = new Map([...stations].filter(([, station]) => !station.gone));
  return directionsOf(lineType, view).map(({ direction, directionName }) => {
    const { rows, path } = content[direction - 1]!;
    const places = rows
      .map(({ staUuid }) => stations.get(staUuid))
      .map((station) => [station?.lng ?? 0, station?.lat ?? 0] as const);
    const measured = path ? measureStops(path.points, places) : undefined;
    return {
      direction,
      directionName,
      stationList: rows.map((row, at): StationOfLine => {
        const station = stations.get(row.staUuid);
        const before = rows[at - 1]?.distance ?? null;
        return {
          ...row,
          serial: at + 1,
          direction,
          staSelfCode: station?.staSelfCode ?? "",
          staName: station?.staName ?? "（已删除）",
          lng: station?.lng ?? 0,
          lat: station?.lat ?? 0,
          gone: station?.gone ?? true,
          staTypeName: nameDirections(labelOf(staTypes, row.staType), view),
          distancePrev:
            row.distance !== null && before !== null ? Math.round((row.distance - before) * 1000) / 1000 : null,
        };
      }),
      path: (path?.points ?? []).map(([lng, lat]) => [lng, lat]),
      pathSource: path?.source ?? null,
      matchState: path?.matchState ?? "none",
      matchRatio: path?.matchRatio ?? null,
      mileage: chooseMileage(view, { path: path?.mileage ?? null, declared: own.declared[direction] ?? null }),
      pathMileage: path?.mileage ?? null,
      gaps: path?.gaps ?? [],
      vias: path?.vias ?? [],
      freeHand: path?.freeHand ?? [],
      movedStations: movedSince(path, living),
      problems: checkSequence({ lineType, direction, rows, stations: living, measured, mileage: path?.mileage }),
    };
  });
}

function movedSince(path: DirectionContent["path"], stations: ReadonlyMap<string, KnownStation>) {
  return Object.entries(path?.places ?? {}).flatMap(([staUuid, place]) => {
    const station = stations.get(staUuid);
    const metres = station ? Math.round(metresApart(place, [station.lng, station.lat])) : 0;
    return station && metres > samePlace ? [{ staUuid, staName: station.staName, metres }] : [];
  });
}
