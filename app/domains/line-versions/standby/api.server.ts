import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { findVersionDetail } from "../detail.server";
import { may } from "~/domains/lines/policy";
import { VersionDetail } from "../version-replies";
import { StandbyChange, StandbyForm, StandbyRow, SwapForm } from "./schema";
import { addStandby, changeStandby, removeStandby, requireStandby, standbyOf } from "./standby.server";
import { swapIn } from "./swap.server";

const named = { lineUuid: recordKey, standbyUuid: recordKey };
const OfLine = z.object({ lineUuid: recordKey, direction: StandbyForm.shape.direction.optional() });
const Added = StandbyForm.omit({ version: true }).extend({ ...named, standbyUuid: recordKey.optional() });
const Changed = StandbyChange.extend(named);
const Swapped = SwapForm.safeExtend({ ...named, classifySid: recordKey.optional(), versionUuid: recordKey.optional() });

/** Standby stations of a line, and one of them put into a draft, which the last call answers. */
export const standbyApi = api("/api/line/v1.0", {
  standbyList: endpoint(may.read, OfLine, z.array(StandbyRow), async (viewer, { lineUuid, direction }) =>
    (await standbyOf(viewer, lineUuid)).filter((row) => !direction || row.direction === direction),
  ),
  standbyAdd: endpoint(may.write, Added, StandbyRow, async (viewer, { lineUuid, ...values }) =>
    requireStandby(viewer, lineUuid, await addStandby(viewer, lineUuid, values)),
  ),
  standbyUpdate: endpoint(may.write, Changed, StandbyRow, async (viewer, sent) => {
    const { lineUuid, standbyUuid, version, ...changes } = sent;
    await changeStandby(viewer, lineUuid, standbyUuid, changes, version);
    return requireStandby(viewer, lineUuid, standbyUuid);
  }),
  standbyDelete: endpoint(may.write, z.object(named), z.null(), async (viewer, { lineUuid, standbyUuid }) => {
    await removeStandby(viewer, lineUuid, standbyUuid);
    return null;
  }),
  standbySwap: endpoint(may.write, Swapped, VersionDetail, async (viewer, { standbyUuid, ...swap }) => {
    const { lineUuid, classifySid, versionUuid } = swap;
    const standby = await requireStandby(viewer, lineUuid, standbyUuid);
    const draft = await swapIn(viewer, { lineUuid, classifySid, versionUuid }, standby, swap);
    return findVersionDetail(viewer, { lineUuid, classifySid }, draft);
  }),
});
