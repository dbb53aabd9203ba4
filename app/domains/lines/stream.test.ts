import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { streamLines } from "./queries.server";

const viewer = { userId: newKey(), userName: "张三", orgScope: "all" } as unknown as Viewer;

beforeAll(async () => {
  await sql`insert into line (line_uuid, line_name, name_order, line_type, org_id)
    select md5('stream' || n), '流水' || n || '路', 'liushui' || lpad(n::text, 4, '0'), 1, (select org_id from organisation where deleted_at is null limit 1)
    from generate_series(1, 600) n`.execute(db());
});

describe("all lines that a list finds", () => {
  it("leave none out when one of them is deleted meanwhile", async () => {
    const seen: string[] = [];
    const sort = [{ id: "lineName", desc: false }];
    for await (const rows of streamLines(viewer, { sort, filters: { lineName: "流水" } })) {
      if (seen.length === 0)
        await sql`update line set deleted_at = now() where line_name = any(${["流水3路", "流水599路"]})`.execute(db());
      seen.push(...rows.map(({ lineName }) => lineName));
    }
    expect(seen).toEqual(Array.from({ length: 600 }, (_, at) => `流水${at + 1}路`));
  });
});
