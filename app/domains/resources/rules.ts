import { localPath } from "~/kit/ground/local-path";
import type { FieldError } from "~/kit/ground/problem";
import type { ResourceRow, ResourceType } from "./room";

/** What may stand below what; null is the top of an app. */
const below: Record<ResourceType, readonly (ResourceType | null)[]> = {
  menu: [null, "menu"],
  page: [null, "menu"],
  link: [null, "menu"],
  button: ["menu", "page", "button"],
};

export const mayStandBelow = (type: ResourceType, above: ResourceType | null): boolean => below[type].includes(above);

type Shape = Pick<ResourceRow, "type" | "path" | "permissionCode" | "isHome">;

export function shapeErrors({ type, path, permissionCode, isHome }: Shape): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (field: string, message: string) => errors.push({ path: field, message });
  if (type === "page" && (!path || localPath(path) === undefined)) wrong("path", "请输入页面的本站路径，以 / 开头");
  if (type === "link" && !path) wrong("path", "请输入链接的地址");
  if ((type === "menu" || type === "button") && path) wrong("path", "菜单和按钮没有地址，请清空");
  if (type === "menu" && permissionCode) wrong("permissionCode", "菜单没有权限码：下面有可见的页面时它才显示，请清空");
  if (type === "button" && !permissionCode) wrong("permissionCode", "请选择按钮的权限码");
  if (type !== "page" && isHome) wrong("isHome", "只有页面可以设为首页");
  return errors;
}
