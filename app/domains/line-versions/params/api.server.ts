import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "~/domains/lines/policy";
import { VariantKey } from "../version-schema";
import { getLineParam, getVariantParam, saveLineParam, saveVariantParam, variantParamsOfLine } from "./params.server";
import { LineParams, LineParamSave, VariantParams, VariantParamSave, VariantParamsOfLine } from "./schema";

export const lineParamApi = api("/api/line/v1.0", {
  getLineParam: endpoint(may.read, z.object({ lineUuid: recordKey }), LineParams, getLineParam),
  lineParamAdd: endpoint(may.write, LineParamSave, LineParams, (viewer, { lineUuid, version, ...changes }) =>
    saveLineParam(viewer, lineUuid, changes, version),
  ),
  getClassifyParam: endpoint(may.read, VariantKey, VariantParams, getVariantParam),
  getClassifyParamByMainUuid: endpoint(may.read, VariantParamsOfLine, z.array(VariantParams), variantParamsOfLine),
  classifyParamAdd: endpoint(may.write, VariantParamSave, VariantParams, saveVariantParam),
});
