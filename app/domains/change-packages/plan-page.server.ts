import { data } from "@remix-run/node";
import { z } from "zod";
import { attempt, problem } from "~/kit/ground/problem";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { findRow } from "~/kit/room/source.server";
import { planRecord } from "./items.server";
import { plannedFields, type RecordKind } from "./model";
import { planForms } from "./plan-forms";
import { listItems, servedBy } from "./read-items.server";
import { packageSource } from "./source.server";
import { packageUrl } from "./urls";

/** A record's form as the package would leave it. */
export async function loadPlan({ viewer, params, url }: ViewerCall, kind: RecordKind) {
  const { source, room, choices } = servedBy[kind];
  const [held, record] = await Promise.all([
    findRow(packageSource, viewer, params.packageUuid!),
    findRow(source, viewer, keyIn(url)),
  ]);
  if (!held) throw problem.missing("变更包");
  if (!record) throw problem.missing(room.noun);
  const planned = (await listItems(held.packageUuid)).find((one) => one.recordKey === record[room.key]);
  const values = { ...record, ...planned?.changes };
  return {
    held,
    name: room.nameOf(record),
    values: Object.fromEntries(plannedFields[kind].map((name) => [name, values[name]])),
    choices: (await choices?.(viewer, record)) ?? {},
    isPlanned: planned !== undefined,
  };
}

export async function savePlan({ viewer, request, params, url }: ViewerCall, kind: RecordKind) {
  const { room } = servedBy[kind];
  const packageUuid = params.packageUuid!;
  const schema = planForms[kind];
  const sent = await readForm(request, schema);
  if (sent.status !== "success") return again(sent);
  const values = clearEmptyFields(schema, sent.value as z.output<typeof schema>) as Record<string, unknown>;
  const done = await attempt(() => planRecord(viewer, packageUuid, kind, keyIn(url), values));
  if (!done.ok)
    return done.problem.conflict ? data({ reply: undefined }, { status: 409 }) : again(refused(sent, done.problem));
  return redirectWith(request, `已放入变更包：${room.noun}的修改在生效日期一起生效`, packageUrl(packageUuid));
}

const keyIn = (url: URL) => url.searchParams.get("key") ?? "";
