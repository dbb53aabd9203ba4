import { sql } from "kysely";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { shown, shownJoins } from "./shown-figures.server";
import { visibleLines } from "./records.server";

export interface OrganisationLines {
  orgId: string;
  orgName: string;
  /** Lines in each state, of `lineStates`. */
  states: Record<string, number>;
  /** Of the lines in service, both directions of their paths, in kilometres. */
  kilometres: number;
}

/** The viewer's lines by the organisation that runs them, in the organisations' order. */
export const linesByOrganisation = sharedFigures(
  "lines by organisation",
  async (viewer): Promise<OrganisationLines[]> => {
    const { rows } = await sql<OrganisationLines>`
    select org_id, org_name, jsonb_object_agg(state, lines) as states, coalesce(sum(kilometres) filter (where state = 10), 0)::float8 as kilometres
    from (select o.org_id, o.org_name, o.org_code, line.state, count(*)::int as lines, sum(laid.kilometres) as kilometres
      from line join organisation o using (org_id) ${shownJoins()}
        left join lateral (select sum(mileage) as kilometres from line_path where version_uuid = ${shown}) laid on true
      where line.deleted_at is null and ${visibleLines(viewer)} group by 1, 2, 3, 4) each_state
    group by org_id, org_name, org_code order by org_code`.execute(db());
    return rows;
  },
);
