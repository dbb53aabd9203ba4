import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { ImportedLine } from "~/transit/osm/bus-routes";

/** Which organisation of the viewer's a table means by the company of a line: the only one of that name or code. Maps say who runs a line in words of their own. */
export async function ownersOf(
  viewer: Viewer,
  on: Database,
  lines: readonly ImportedLine[],
): Promise<ReadonlyMap<string, string>> {
  const companies = companiesIn(lines);
  if (companies.length === 0) return new Map();
  const found = await sql<{ company: string; orgId: string }>`
    select said as company, min(org_id) as org_id from unnest(${companies}::text[]) as said
      join organisation on (org_name = said or org_code = said)
    where deleted_at is null and ${inScope(viewer, sql`org_id`)} group by said having count(*) = 1`.execute(on);
  return new Map(found.rows.map(({ company, orgId }) => [company, orgId]));
}

/** What to tell of companies that are none of the viewer's organisations. */
export function unknownOwners(lines: readonly ImportedLine[], owners: ReadonlyMap<string, string>): string[] {
  return companiesIn(lines).flatMap((company) => {
    const count = lines.filter(({ operator }) => operator === company).length;
    return owners.has(company) ? [] : [`没有叫“${company}”的机构，${count} 条新线路归入所选的机构`];
  });
}

const companiesIn = (lines: readonly ImportedLine[]): string[] => [
  ...new Set(lines.flatMap(({ origin, operator }) => (origin === "table" && operator ? [operator] : []))),
];
