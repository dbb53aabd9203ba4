import { db } from "~/kit/data/db/pool.server";
import { cleanAddress } from "~/kit/page/http/entry.server";
import { parseLngLat } from "~/transit/geo/lng-lat";
import type { ShellData } from "../shell-data";

type Warnings = ShellData["warnings"];

const centreMissing = "您还没有配置城市中心坐标，请联系管理员，否则可能影响正常使用";

/** What is wrong with the parameter that says where the city is. */
export function warningsOfCentre(coordinate: string | undefined): Warnings {
  if (!coordinate) return [{ text: centreMissing }];
  if (parseLngLat(coordinate)) return [];
  return [{ text: `城市中心坐标“${coordinate}”不是“经度,纬度”，地图使用默认中心，请联系管理员改正参数` }];
}

/** Why the menu of the app that an address named is empty, with the way back to all apps. */
export async function warningsOfApp(appCode: string | null, url: URL): Promise<Warnings> {
  if (!appCode) return [];
  const app = await db()
    .selectFrom("app")
    .select("appName")
    .where("appCode", "=", appCode)
    .where("enabled", "=", true)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const here = cleanAddress(url);
  return [
    {
      text: app
        ? `应用“${app.appName}”中没有授权给您的功能，所以菜单是空的。`
        : `没有编码为“${appCode}”的应用，或它已停用，所以菜单是空的。`,
      way: { href: `${here}${here.includes("?") ? "&" : "?"}appCode=null`, label: "显示全部应用的菜单" },
    },
  ];
}
