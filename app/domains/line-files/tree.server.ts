import { sql } from "kysely";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { listStandings, type VariantStanding } from "./standing.server";
import { sourceParts, standings } from "./words";
import type { TreeNode } from "./schema";
import type { z } from "zod";

type Node = z.output<typeof TreeNode>;

const standingName = (standing: string) => standings.find(({ value }) => value === standing)!.label;

/** Organisations with lines that the viewer sees, their lines, their variants and how each stands, as one flat tree; a root's pId is null. */
export async function lineTree(viewer: Viewer): Promise<Node[]> {
  const variants = await listStandings(viewer);
  const above = await organisationsAbove([...new Set(variants.map(({ orgId }) => orgId))]);
  const organisations = above.filter(({ orgId }) => within(viewer, orgId));
  const shown = new Set(organisations.map(({ orgId }) => orgId));
  const empty = { lineUuid: null, classifySid: null, standing: null, standingName: null, ...noFile };
  const lines = new Map(variants.map((one) => [one.lineUuid, one]));
  return [
    ...organisations.map(({ orgId, orgPid, orgName }) => ({
      id: orgId,
      pId: orgPid && shown.has(orgPid) ? orgPid : null,
      name: orgName,
      kind: "org" as const,
      ...empty,
    })),
    ...[...lines.values()].map(({ lineUuid, lineName, orgId }) => ({
      id: lineUuid,
      pId: orgId,
      name: lineName,
      kind: "line" as const,
      ...empty,
      lineUuid,
    })),
    ...variants.map(variantNode),
  ];
}

const noFile = { fileUuid: null, fileVersion: null, draftUuid: null, changed: [] as string[] };

function variantNode({
  lineUuid,
  classifySid,
  classifyName,
  standing,
  fileUuid,
  fileVersion,
  draftUuid,
  changed,
}: VariantStanding): Node {
  return {
    id: classifySid,
    pId: lineUuid,
    name: classifyName,
    kind: "classify" as const,
    lineUuid,
    classifySid,
    standing,
    standingName: standingName(standing),
    fileUuid,
    fileVersion,
    draftUuid,
    changed: changed.map((part) => sourceParts[part]),
  };
}

interface OrganisationNode {
  orgId: string;
  orgPid: string | null;
  orgName: string;
}

/** Those with lines and the ones above them, so that the branches hang together. */
async function organisationsAbove(orgIds: readonly string[]): Promise<OrganisationNode[]> {
  const { rows } = await sql<OrganisationNode>`
    with recursive above as (select org_id, org_pid, org_name, sort from organisation where org_id = any(${orgIds})
      union select o.org_id, o.org_pid, o.org_name, o.sort from above join organisation o on o.org_id = above.org_pid)
    select org_id, org_pid, org_name from above order by sort, org_name, org_id`.execute(db());
  return rows;
}
