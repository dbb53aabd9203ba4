import { appRoom } from "~/domains/apps/room";
import { eventsUrl, may as securityEvents } from "~/domains/security-events/policy";
import { resourceRoom } from "~/domains/resources/room";
import { may as loginLocks, url as loginLockUrl } from "~/domains/login-locks/policy";
import { roleRoom } from "~/domains/roles/room";
import { userRoom } from "~/domains/users/room";
import { type MenuResource, placeInMenu, type ScreenResource } from "~/kit/room/menu-place";

export const apiDocument: ScreenResource = {
  resourceName: "ApiDocument",
  title: "接口文档",
  path: "/api-docs",
  icon: "api",
  permission: "api-document.read",
  buttons: [],
};

export const systemMenu: MenuResource = {
  resourceName: "System",
  title: "系统管理",
  icon: "system",
  screens: [
    placeInMenu(appRoom, "App", "app"),
    placeInMenu(resourceRoom, "Resource", "resource"),
    placeInMenu(roleRoom, "Role", "role"),
    {
      resourceName: "RoleResource",
      title: "角色资源授权",
      path: "/system/role-resource",
      icon: "grant",
      permission: roleRoom.may.authorise,
      buttons: [],
    },
    {
      resourceName: "User",
      title: "用户管理",
      path: "/system/user",
      icon: "user",
      permission: userRoom.may.read,
      buttons: [
        { permission: userRoom.may.write, title: "编辑用户" },
        { permission: userRoom.may.remove, title: "删除用户" },
        { permission: userRoom.may.password, title: "重置密码与解锁" },
        { permission: userRoom.may.session, title: "查看与结束登录" },
      ],
    },
    {
      resourceName: "UserRole",
      title: "用户角色授权",
      path: "/system/user-role",
      icon: "members",
      permission: userRoom.may.authorise,
      buttons: [],
    },
    {
      resourceName: "LoginLock",
      title: "登录锁定",
      path: loginLockUrl,
      icon: "lock",
      permission: loginLocks.read,
      buttons: [{ permission: loginLocks.write, title: "解除登录锁定" }],
    },
    {
      resourceName: "SecurityEvent",
      title: "安全事件",
      path: eventsUrl,
      icon: "shield",
      permission: securityEvents.read,
      buttons: [],
    },
    apiDocument,
  ],
};
