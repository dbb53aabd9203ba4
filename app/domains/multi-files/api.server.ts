import { z } from "zod";
import { may } from "~/domains/issue-tasks/policy";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { listRows } from "~/kit/room/source.server";
import { catalogTree, removeCatalogs, saveCatalog } from "./catalog.server";
import { multiSource, removeMulti } from "./files.server";
import { CatalogAdd, CatalogNode, CatalogsToDelete, FileRow, FilesToDelete } from "./schema";
import { multiTable } from "./table";

export const catalogApi = api("/line-file-catalog/v1.0", {
  getTree: endpoint(may.read, z.strictObject({}), z.array(CatalogNode), (viewer) => catalogTree(viewer)),
  add: endpoint(may.write, CatalogAdd, CatalogNode, saveCatalog),
  delete: endpoint(may.remove, CatalogsToDelete, z.null(), async (viewer, keys) => {
    await removeCatalogs(viewer, keys);
    return null;
  }),
});

export const multiFileApi = api("/line-file-multi-info", {
  pageList: endpoint(may.read, pageListRequest(multiTable), pageListReply(FileRow), (viewer, state) =>
    pageListOf(state, listRows(multiSource, viewer, state)),
  ),
  "v1.0/delete": endpoint(may.remove, FilesToDelete, z.null(), async (viewer, keys) => {
    await removeMulti(viewer, keys);
    return null;
  }),
});
