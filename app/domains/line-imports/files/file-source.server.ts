import { findLinks, listSources } from "~/domains/data-sources/queries.server";
import {
  type DataSource,
  filesWithoutNumbers,
  likelySource,
  newSource,
  type SourceEvidence,
  type SourceKind,
} from "~/domains/data-sources/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import type { LineFile, LineFileKind } from "~/transit/line-files/shape";
import { agreementOf, type NamedPlace } from "../network/agreement";

/** Files with numbers of their own; those of the others are made of names and places. */
const numberedKinds: Partial<Record<LineFileKind, SourceKind>> = { gtfs: "gtfs", announcer: "announcer" };

/** Of each known source of the file's kind: how many of the file's numbers of stations it knows, and how many still mean the same. */
export async function weighSources(viewer: Viewer, file: LineFile, crs: FileCrs): Promise<SourceEvidence[]> {
  const kind = numberedKinds[file.kind];
  if (!kind) return [];
  const stops = new Map(
    file.lines.flatMap(({ directions }) => directions.flatMap((one) => one.stops)).map((stop) => [stop.key, stop]),
  );
  const known: SourceEvidence[] = [];
  for (const source of await listSources(viewer, kind)) {
    const links = await findLinks(db(), source, "station", [...stops.keys()]);
    const same = [...links.values()].filter(({ outsideId, said }) => {
      const { name, lng, lat } = stops.get(outsideId)!;
      const [place] = fromFile([[lng, lat]], crs);
      return (
        said?.lng !== undefined &&
        agreementOf({ name, lng: place![0], lat: place![1] }, [said as NamedPlace]) === "same"
      );
    });
    const { sourceUuid, sourceName } = source;
    known.push({ sourceUuid, sourceName, shared: links.size, same: same.length });
  }
  return known;
}

/** Whose the file's numbers are: as it was chosen, else the source that most likely gave it, else one that begins with this file. */
export function sourceOf(
  kind: LineFileKind,
  known: readonly SourceEvidence[],
  { chosen, importId, fileName }: { chosen: string | undefined; importId: string; fileName: string },
): DataSource {
  const sourceKind = numberedKinds[kind];
  if (!sourceKind) return filesWithoutNumbers;
  const found =
    chosen === newSource ? undefined : (known.find(({ sourceUuid }) => sourceUuid === chosen) ?? likelySource(known));
  // A new one has the import's key, so that an import that is carried on after an interruption goes on with it.
  const { sourceUuid, sourceName } = found ?? { sourceUuid: importId, sourceName: fileName };
  return { sourceUuid, sourceName, kind: sourceKind, trusts: "places" };
}
