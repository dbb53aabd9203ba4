import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { date, version } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "~/domains/lines/policy";
import {
  confirmPaths,
  discardDraft,
  endVersion,
  inForce,
  moveDraft,
  publishDraft,
  requireVariant,
  returnDraft,
  submitDraft,
  type Variant,
  versionsOf,
  withdrawVersion,
} from "./queries.server";
import { ofVariant, StationsOfVariant, VariantAlone } from "./version-schema";
import { EndForm } from "./schema";

const reason = z.string().trim().max(255, "最多 255 个字").optional();
const begins = { validFrom: date, restoreOn: date.nullish() };
const Published = ofVariant({ ...begins, version, reason });
const Approved = ofVariant({
  approve: z.boolean({ error: "approve 应为 true（生效）或 false（退回）" }),
  validFrom: date.optional(),
  restoreOn: date.nullish(),
  version,
  reason,
});
const Withdrawn = ofVariant({
  leaveGap: z.boolean({ error: "leaveGap 应为 true 或 false" }).default(false),
  version,
  reason,
});
const Handed = ofVariant({ version, reason });
const Planned = ofVariant({
  plannedFor: date.nullish().describe("草稿计划生效的日期；不给或 null 为未定日期"),
  version,
  reason,
});
const Confirmed = ofVariant({ direction: StationsOfVariant.shape.direction, version, reason });
const Ended = ofVariant({ day: date.describe("不再适用的第一天"), version, reason: EndForm.shape.reason });

const Versions = z.array(
  z.object({
    versionUuid: z.string(),
    version: z.number(),
    standing: z.enum(["draft", "planned", "effective", "past"]),
    validFrom: z.string().nullable(),
    validTo: z.string().nullable().describe("不再适用的第一天；空为一直有效"),
    plannedFor: z.string().nullable(),
    submitted: z.boolean(),
    submittedByName: z.string().nullable(),
    returnedReason: z.string().nullable(),
    updatedByName: z.string().nullable(),
  }),
);

/** Versions of a line's variant, and what is done with one; each answers the versions as they are then. */
export const versionApi = api("/api/line/v1.0", {
  classifyVersions: endpoint(may.read, VariantAlone, Versions, async (viewer, key) =>
    replyVersions(await requireVariant(viewer, key)),
  ),
  classifyPlan: endpoint(may.write, Planned, Versions, async (viewer, { plannedFor, ...sent }) =>
    replyVersions(await moveDraft(viewer, sent, { ...sent, plannedFor: plannedFor ?? undefined })),
  ),
  classifySubmit: endpoint(may.write, Handed, Versions, async (viewer, sent) =>
    replyVersions(await submitDraft(viewer, sent, sent)),
  ),
  classifyApprove: endpoint(may.publish, Approved, Versions, async (viewer, sent) =>
    replyVersions(await approve(viewer, sent)),
  ),
  classifyPublish: endpoint(may.publish, Published, Versions, async (viewer, sent) =>
    replyVersions(await publishDraft(viewer, sent, sent)),
  ),
  classifyWithdraw: endpoint(may.publish, Withdrawn, Versions, async (viewer, { leaveGap, ...sent }) =>
    replyVersions(await withdrawVersion(viewer, sent, { ...sent, leaveGap: leaveGap ? "1" : "0" })),
  ),
  classifyEnd: endpoint(may.publish, Ended, Versions, async (viewer, sent) => {
    const { classifySid } = await requireVariant(viewer, sent);
    const versionUuid = sent.versionUuid ?? inForce(await versionsOf(classifySid))?.versionUuid;
    return replyVersions(await endVersion(viewer, { ...sent, versionUuid }, sent));
  }),
  classifyConfirmPath: endpoint(may.write, Confirmed, Versions, async (viewer, sent) =>
    replyVersions(await confirmPaths(viewer, sent, sent)),
  ),
  classifyDiscard: endpoint(may.write, Handed, Versions, async (viewer, { version, reason, ...key }) =>
    replyVersions(await discardDraft({ ...viewer, reason }, key, version)),
  ),
});

/** A draft that was handed in is put in force, or given back with the reason. */
async function approve(viewer: Viewer, sent: z.output<typeof Approved>): Promise<Variant> {
  const { approve, validFrom, reason, ...key } = sent;
  if (!approve) {
    if (!reason) throw problem.field("reason", "请说明要改什么");
    return returnDraft(viewer, key, { version: sent.version, reason });
  }
  if (!validFrom) throw problem.field("validFrom", "请给出生效日期");
  return publishDraft(viewer, key, { ...sent, validFrom });
}

async function replyVersions({ classifySid }: Variant): Promise<z.output<typeof Versions>> {
  return (await versionsOf(classifySid)).map((one) => ({
    versionUuid: one.versionUuid,
    version: one.version,
    standing: one.standing,
    validFrom: one.validFrom,
    validTo: one.validTo,
    plannedFor: one.plannedFor,
    submitted: one.submittedAt !== null,
    submittedByName: one.submittedByName,
    returnedReason: one.returnedReason,
    updatedByName: one.updatedByName,
  }));
}
