import { beginWith, chooseMileage, directionsOf } from "~/domains/lines/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { findRow, listAllRows, listRows, streamRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import type { VariantFilters, VariantRow } from "./schema";
import { type StoredVariant, variantSource } from "./source.server";

export async function listVariants(viewer: Viewer, state: ListState<VariantFilters>) {
  const { rows, ...page } = await listRows(variantSource(state.filters.asOf), viewer, state);
  return { ...page, rows: await withFigures(rows) };
}

export const allVariants = async (viewer: Viewer, filters: VariantFilters) =>
  withFigures(await listAllRows(variantSource(filters.asOf), viewer, filters));

export async function* streamVariants(viewer: Viewer, state: ListState<VariantFilters>) {
  for await (const rows of streamRows(variantSource(state.filters.asOf), viewer, state)) yield withFigures(rows);
}

export async function findVariant(viewer: Viewer, classifySid: string, asOf?: string): Promise<VariantRow | undefined> {
  const found = await findRow(variantSource(asOf), viewer, classifySid);
  return found && (await withFigures([found]))[0];
}

export const loadVariant = async (viewer: Viewer, classifySid: string) =>
  (await withFigures([await loadRow(variantSource(), viewer, classifySid)]))[0]!;

async function withFigures(rows: readonly StoredVariant[]): Promise<VariantRow[]> {
  const view = await readLineView();
  return rows.map(({ paths, declared, startDirection, ...row }) => ({
    ...row,
    directions: directionsOf(row.lineType, beginWith(view, startDirection)).map((one) => {
      const path = paths[one.direction] ?? null;
      return {
        ...one,
        stationCount: one.direction === 1 ? row.upStations : row.downStations,
        mileage: chooseMileage(view, { path, declared: declared[one.direction] ?? null }),
        pathMileage: path,
      };
    }),
  }));
}
