import { sql } from "kysely";
import { listOrganisations } from "~/domains/organisations/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { useTypes } from "./choices";
import type { FenceNode } from "./schema";

/** Uses and their fences as one flat tree; a root's pId is null. */
export async function fenceTree(viewer: Viewer): Promise<FenceNode[]> {
  const leaves = await leavesOf(viewer);
  const branches = useTypes.map(({ value, label }) => branch(`use-${value}`, null, label, "use"));
  return [...branches, ...leaves.map(({ orgId: _orgId, useType, ...leaf }) => ({ ...leaf, pId: `use-${useType}` }))];
}

export async function fenceTreeByOrganisation(viewer: Viewer): Promise<FenceNode[]> {
  const [orgs, leaves] = await Promise.all([listOrganisations(viewer), leavesOf(viewer)]);
  const seen = new Set(orgs.map(({ orgId }) => orgId));
  const branches = orgs.map(({ orgId, orgPid, orgName }) =>
    branch(orgId, orgPid && seen.has(orgPid) ? orgPid : null, orgName, "org"),
  );
  return [...branches, ...leaves.map(({ orgId, useType: _useType, ...leaf }) => ({ ...leaf, pId: orgId }))];
}

export async function fenceCounts(
  viewer: Viewer,
): Promise<{ uses: { useType: number; count: number }[]; orgs: { orgId: string; orgName: string; count: number }[] }> {
  const { rows } = await sql<{ useType: number; orgId: string; orgName: string; count: number }>`
    select use_type, org_id, org_name, count(*) from fence join organisation using (org_id)
    where fence.deleted_at is null and ${inScope(viewer, sql`org_id`)} group by use_type, org_id, org_name, organisation.sort order by organisation.sort, org_name`.execute(
    db(),
  );
  const uses = useTypes
    .map(({ value }) => ({ useType: value, count: total(rows.filter(({ useType }) => useType === value)) }))
    .filter(({ count }) => count > 0);
  const orgs = new Map(rows.map(({ orgId, orgName }) => [orgId, orgName]));
  return {
    uses,
    orgs: [...orgs].map(([orgId, orgName]) => ({
      orgId,
      orgName,
      count: total(rows.filter((row) => row.orgId === orgId)),
    })),
  };
}

const total = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + Number(count), 0);

const branch = (id: string, pId: string | null, name: string, kind: "use" | "org"): FenceNode => ({
  id,
  pId,
  name,
  kind,
  fenceUuid: null,
  shape: null,
  ruleType: null,
  enabled: null,
});

async function leavesOf(viewer: Viewer): Promise<(Omit<FenceNode, "pId"> & { orgId: string; useType: number })[]> {
  const { rows } = await sql<{
    fenceUuid: string;
    fenceName: string;
    orgId: string;
    useType: number;
    shape: number;
    ruleType: number | null;
    enabled: boolean;
  }>`
    select fence_uuid, fence_name, org_id, use_type, shape, rule_type, enabled from fence where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by fence_num`.execute(
    db(),
  );
  return rows.map(({ fenceUuid, fenceName, ...row }) => ({
    ...row,
    id: fenceUuid,
    fenceUuid,
    name: fenceName,
    kind: "fence",
  }));
}
