import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { z } from "zod";
import { moduleChoices } from "./choices.server";
import {
  authorisedResources,
  changeResource,
  copyResource,
  createResource,
  deleteResources,
  resourceSource,
  resourceTree,
  restoreResource,
  updateResource,
} from "./queries.server";
import { type ResourceRow, resourceRoom, resourceTable } from "./room";
import { AuthOf, OfApp, ResourceAdd, ResourceCopy, ResourceNode, ResourceUpdate } from "./schema";
import { references } from "./source.server";

const { may, Row } = resourceRoom;

export const resources = serve<ResourceRow>({
  room: resourceRoom,
  table: resourceTable,
  source: resourceSource,
  references,
  verbs: {
    create: createResource,
    update: updateResource,
    remove: deleteResources,
    restore: restoreResource,
    change: changeResource,
  },
  detail: (resource) => [resource.resourceName, resource.permissionCode].filter(Boolean).join(" "),
  choices: async (viewer) => ({ moduleId: await moduleChoices(viewer) }),
  calls: (served) => [
    api("/api/resource/v1.0", {
      ...roomCalls(served, { add: ResourceAdd, update: ResourceUpdate }),
      copyResource: endpoint(may.write, ResourceCopy, Row, copyResource),
      resourceTree: endpoint(may.read, OfApp, z.array(ResourceNode), resourceTree),
      resourceAuthList: endpoint(may.read, AuthOf, z.array(Row), authorisedResources),
    }),
  ],
});
