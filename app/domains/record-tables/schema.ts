import type { ReferredTable } from "~/kit/room/room";

/** How a record of another room is named wherever a field holds its key, and by which column a sheet finds it; said here, as rooms that imported each other would do so in circles. */
export const tables = {
  app: { table: "app", key: "appId", title: "appName" },
  audio: { table: "audio", key: "audioUuid", title: "audioName" },
  audioType: { table: "audioType", key: "typeUuid", title: "typeName" },
  bus: { table: "bus", key: "busUuid", title: "busSelfCode" },
  busModel: { table: "busModel", key: "modelUuid", title: "modelNum" },
  depot: { table: "depot", key: "parkingUuid", title: "parkingName", code: "parkingNum" },
  deviceModel: { table: "deviceModel", key: "modelUuid", title: "modelNum" },
  fence: { table: "fence", key: "fenceUuid", title: "fenceName" },
  line: { table: "line", key: "lineUuid", title: "lineName" },
  module: { table: "module", key: "moduleId", title: "moduleName" },
  nodeType: { table: "nodeType", key: "typeUuid", title: "typeName" },
  person: { table: "person", key: "personUuid", title: "name", code: "jobNumber" },
  post: { table: "post", key: "postUuid", title: "postName", code: "postCode" },
  resource: { table: "resource", key: "resourceId", title: "title" },
  role: { table: "role", key: "roleId", title: "roleName" },
  station: { table: "station", key: "staUuid", title: "staName", code: "staSelfCode" },
  user: { table: "appUser", key: "userId", title: "userName" },
} as const satisfies Record<string, ReferredTable>;
