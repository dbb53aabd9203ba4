import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { Problem, problem } from "~/kit/ground/problem";
import { copyResource } from "./copy.server";
import { createResource, updateResource } from "./records.server";
import type { ResourceRow } from "./room";
import type { CopyForm, ResourceForm } from "./schema";
import { findApp } from "~/domains/apps/queries.server";

type Values = Omit<ResourceForm, "version" | "reason">;

/** A form names its place by one key: a resource's, or an app's for its top. After a stale save both keys come from the conflict page. */
async function withPlace<V extends { place?: string | null; appId?: string | null; pid?: string | null }, R>(
  viewer: Viewer,
  values: V,
  write: (at: { appId?: string; pid: string | null }) => Promise<R>,
): Promise<R> {
  const { place, appId, pid } = values;
  const top = place ? await findApp(viewer, place) : undefined;
  const at = !place
    ? { appId: appId ?? undefined, pid: pid ?? null }
    : top
      ? { appId: place, pid: null }
      : { pid: place };
  try {
    return await write(at);
  } catch (error) {
    if (!(error instanceof Problem) || error.reason !== "field") throw error;
    throw problem.fields(
      error.errors.map((one) => (one.path === "pid" || one.path === "appId" ? { ...one, path: "place" } : one)),
    );
  }
}

export const createAt = (viewer: Viewer, { place, appId, pid, ...values }: Values): Promise<ResourceRow> =>
  withPlace(viewer, { place, appId, pid }, (at) => createResource(viewer, { ...values, ...at }));

export const updateAt = (
  viewer: Viewer,
  resourceId: string,
  { place, appId, pid, resourceSort, ...values }: Values,
  version?: number,
): Promise<ResourceRow> =>
  withPlace(viewer, { place, appId, pid }, (at) =>
    updateResource(viewer, resourceId, { ...values, ...at, resourceSort: resourceSort ?? undefined }, version),
  );

export const copyAt = (
  viewer: Viewer,
  resourceId: string,
  { place, title }: z.output<typeof CopyForm>,
): Promise<ResourceRow> => withPlace(viewer, { place }, (at) => copyResource(viewer, { resourceId, title, ...at }));
