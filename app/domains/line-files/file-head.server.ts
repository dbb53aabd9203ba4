import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { ObjectHead } from "~/kit/page/screens";
import { fileTitle, requireFileOf } from "./file-page.server";
import { may } from "./policy";
import { fileUrl, listenUrl } from "./urls";
import { voicePage } from "./voice/urls";

/** The head of the line file that an address of either of its menus names; null for who may not read it, and where there is none. */
export async function fileHead(call: ViewerCall): Promise<ObjectHead | null> {
  if (!allows(call.viewer, may.read)) return null;
  const found = await attempt(() => requireFileOf(call));
  if (!found.ok) return null;
  const file = found.value;
  const direction = call.url.searchParams.get("direction") === "2" ? 2 : 1;
  return {
    noun: "线路文件",
    name: fileTitle(file),
    note: file.versionName,
    states: [{ label: "状态", words: file.stateName }],
    tabs: [
      { href: fileUrl(file), label: "概况" },
      { href: voicePage(file, "", direction), label: "节点" },
      { href: listenUrl(file), label: "试听" },
      { href: voicePage(file, "trip", direction), label: "全程" },
      { href: `${fileUrl(file)}/history`, label: "修改历史" },
    ],
    actions: [],
  };
}
