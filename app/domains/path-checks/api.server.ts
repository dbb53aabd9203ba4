import { z } from "zod";
import { keysToDelete } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "./policy";
import { PathToCheck } from "./path-to-check";
import * as checks from "./queries.server";
import { CheckedKey, CheckRow, PathChecked, QuickLine, QuickSearch, WhiteAdd, WhiteFilters, WhiteRow } from "./schema";

const WhiteKeys = keysToDelete("whiteUuid", "白名单路段");

export const pathCheckApi = api("/api", {
  checkLineMatchPathByLineId: endpoint(may.write, CheckedKey, z.array(CheckRow), checks.checkLine),
  checkLineMatchPath: endpoint(may.read, PathToCheck, PathChecked, checks.checkGivenPath),
  getLineMatchResult: endpoint(may.read, CheckedKey, z.array(CheckRow), checks.checksOf),
  deleteMatchLine: endpoint(may.write, CheckedKey, z.number(), checks.deleteChecks),
  getPathWhiteList: endpoint(may.read, WhiteFilters, z.array(WhiteRow), checks.getPathWhiteList),
  addPathToWhiteList: endpoint(may.write, WhiteAdd, WhiteRow, checks.addPathToWhiteList),
  removePathFromWhiteList: endpoint(may.write, WhiteKeys, z.null(), async (viewer, keys) => {
    await checks.removePathFromWhiteList(viewer, keys);
    return null;
  }),
  buslineQuickSearch: endpoint(may.read, QuickSearch, z.array(QuickLine), checks.buslineQuickSearch),
});
