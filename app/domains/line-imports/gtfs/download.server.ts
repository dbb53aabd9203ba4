import { listOrganisations } from "~/domains/organisations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { settings } from "~/kit/ground/settings.server";
import { exportFeed } from "./export.server";
import type { FeedForm } from "./schema";
import { yearAfter } from "./times";

export const feedFile = ({ asOf }: FeedForm) => ({ name: `线网_GTFS_${asOf}.zip`, contentType: "application/zip" });

/** The archive of a day's network, published by the viewer's first organisation at the address that was asked. */
export async function writeFeed(viewer: Viewer, asked: FeedForm, origin: string) {
  const [publisher] = await listOrganisations(viewer);
  const facts = {
    ...asked,
    until: yearAfter(asked.asOf),
    zone: settings().OPERATOR_TIME_ZONE,
    url: origin,
    publisher: publisher?.orgName ?? "公交",
  };
  return () => exportFeed(viewer, facts);
}
