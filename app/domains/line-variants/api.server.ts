import { z } from "zod";
import { listStationsOfLine } from "~/domains/line-versions/queries.server";
import { asOf } from "~/domains/lines/schema";
import { direction, StationOfLine } from "~/domains/line-versions/schema";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { wholeFilters } from "~/kit/page/tables/page-call.server";
import { may } from "./policy";
import {
  allVariants,
  createVariant,
  deleteVariants,
  linesWithVariants,
  updateVariant,
  variantOptions,
} from "./queries.server";
import {
  LineOfVariants,
  VariantAdd,
  VariantDelete,
  VariantFilters,
  VariantOption,
  VariantRow,
  VariantUpdate,
} from "./schema";

const StationsOfVariant = z.object({
  classifySid: recordKey,
  direction: direction.optional(),
  asOf,
});

export const variantApi = api("/api/line/classify/v1.0", {
  classifyList: endpoint(may.read, wholeFilters(VariantFilters), z.array(VariantRow), allVariants),
  add: endpoint(may.write, VariantAdd, VariantRow, createVariant),
  update: endpoint(may.write, VariantUpdate, VariantRow, (viewer, { classifySid, version, ...changes }) =>
    updateVariant(viewer, classifySid, changes, version),
  ),
  delete: endpoint(may.remove, VariantDelete, z.null(), async (viewer, keys) => {
    await deleteVariants(viewer, keys);
    return null;
  }),
});

export const variantSelectorApi = api("/api/common/v1.0", {
  classifyLineList: endpoint(
    may.read,
    z.object({ orgId: recordKey.optional(), keyword: z.string().trim().max(64, "最多 64 个字").optional() }),
    z.array(LineOfVariants),
    linesWithVariants,
  ),
  getLineClassifyList: endpoint(may.read, z.object({ lineUuid: recordKey }), z.array(VariantOption), variantOptions),
  classifyStationList: endpoint(may.read, StationsOfVariant, z.array(StationOfLine), listStationsOfLine),
});
