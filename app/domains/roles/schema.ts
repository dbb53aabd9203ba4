import { z } from "zod";
import { recordKey, version } from "~/kit/page/forms/rules";
import { keysOf, type RoleRow, roleRoom } from "./room";

export const RoleKey = z.object({ roleId: recordKey });

/** A role in the tree; `id` and `pId` repeat its key and parent for tree controls. */
export const RoleNode = roleRoom.Row.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(RoleNode);
  },
});
export type RoleNode = RoleRow & { id: string; pId: string | null; children: RoleNode[] };

export const ResourceAuth = z.object({ roleId: z.string(), resourceIds: z.array(z.string()), version: z.number() });
export const ResourceAuthSet = z.object({ roleId: recordKey, resourceIds: keysOf("资源"), version });
export const UserAuth = z.object({
  roleId: z.string(),
  users: z.array(
    z.object({
      userId: z.string(),
      userAccount: z.string(),
      userName: z.string(),
      orgId: z.string().nullable(),
      orgName: z.string().nullable(),
    }),
  ),
  version: z.number(),
});
export const UserAuthSet = z.object({ roleId: recordKey, userIds: keysOf("用户"), version });
export const RoleAuth = z.object({ userId: z.string(), roleIds: z.array(z.string()), version: z.number() });
export const RoleAuthSet = z.object({ userId: recordKey, roleIds: keysOf("角色"), version });
