import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Use } from "~/kit/page/screens";
import { loadRows } from "~/kit/room/source.server";
import type { UserRow } from "./room";
import { userSource } from "./source.server";

export async function userUses(viewer: Viewer, keys: string[]): Promise<Use[]> {
  const users = (await loadRows(userSource, viewer, keys)).filter(
    ({ orgId }) => viewer.orgScope === "all" || within(viewer, orgId ?? ""),
  );
  const kept = (label: string, some: UserRow[]) => ({
    label,
    count: some.length,
    blocking: true,
    items: some.map(({ userName, userId }) => ({ title: userName, href: `/system/user/${userId}` })),
  });
  return [
    kept(
      "自己的账号（请由其他管理员删除）",
      users.filter(({ userId }) => userId === viewer.userId),
    ),
    kept(
      "超级用户（请由超级用户删除）",
      users.filter(({ isSuper }) => isSuper && !viewer.isSuper),
    ),
  ];
}
