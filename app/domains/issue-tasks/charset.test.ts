import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { AddedTask } from "./add-task.server";
import { circularFile } from "./issue-tasks.sample";

it("gives a device the charset that it says of itself, and others that of their model", async () => {
  const admin = await demoVisitor("admin");
  const { fileUuid, lineUuid } = await circularFile();
  const { rows } = await sql<{ devUuid: string }>`
    select dev_uuid from device d join bus_line main on main.bus_uuid = d.bind_uuid and main.is_main and main.valid @> now()::date
    where d.bind_type = 'bus' and d.dev_type = 1 and d.dev_state < 3 and d.deleted_at is null and main.line_uuid = ${lineUuid} and not exists (select from reported_file r where r.dev_uuid = d.dev_uuid) limit 1`.execute(
    db(),
  );
  const { devUuid } = rows[0]!;
  const page = await admin.get(`/device/device-management/${devUuid}/edit`);
  expect((await page.submit({ characterSet: "UTF-8" })).status).toBe(303);
  const { data, success, message } = await admin.call<AddedTask>("/line-file-multi-task/add", {
    taskName: "字符集",
    taskType: 2,
    files: [fileUuid],
    targets: { lineUuids: [lineUuid] },
  });
  expect(success, message).toBe(true);
  const details = await sql<{ devUuid: string; shape: string }>`
    select dev_uuid, shape from issue_detail where task_uuid = ${data.taskUuid}`.execute(db());
  const shapes = new Map(details.rows.map((row) => [row.devUuid, row.shape]));
  expect(shapes.get(devUuid)).toBe("mp3/22050/64/-16");
  expect([...shapes.values()].filter((shape) => shape.endsWith("/GBK")).length).toBe(shapes.size - 1);
  expect(shapes.size).toBeGreaterThan(1);
});
