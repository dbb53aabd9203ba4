import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allResources,
  authorisedResources,
  copyResource,
  createResource,
  deleteResources,
  listResources,
  resourceTree,
  updateResource,
} from "./queries.server";
import {
  AuthOf,
  OfApp,
  ResourceAdd,
  ResourceCopy,
  ResourceDelete,
  ResourceNode,
  ResourceRow,
  ResourceUpdate,
} from "./schema";
import { resourceTable } from "./table";

export const resourceApi = api("/api/resource/v1.0", {
  ...plainCalls(
    {
      may,
      table: resourceTable,
      key: "resourceId",
      row: ResourceRow,
      add: ResourceAdd,
      update: ResourceUpdate,
      remove: ResourceDelete,
    },
    { list: listResources, all: allResources, create: createResource, update: updateResource, remove: deleteResources },
  ),
  copyResource: endpoint(may.write, ResourceCopy, ResourceRow, copyResource),
  resourceTree: endpoint(may.read, OfApp, z.array(ResourceNode), resourceTree),
  resourceAuthList: endpoint(may.read, AuthOf, z.array(ResourceRow), authorisedResources),
});
