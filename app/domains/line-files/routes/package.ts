import { page } from "~/kit/page/http/page.server";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { keptPackage, preparePackage, readFormat } from "../packages.server";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const loader = page(may.read, async ({ viewer, params, url, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const found = await keptPackage(file.fileUuid, readFormat(url.searchParams.get("format")));
  if (!found) throw problem.missing("下载包", { way: { href: fileUrl(file), label: "先在线路文件页面制作" } });
  return found;
});

export const action = page(may.read, async ({ viewer, request, params, url, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const format = readFormat(url.searchParams.get("format"));
  const done = await attempt(() => preparePackage(viewer, file.fileUuid, format));
  if (!done.ok)
    return redirectWith(request, done.problem.errors[0]?.message ?? done.problem.message, fileUrl(file), "warning");
  return redirectWith(request, `已制作 ${fileTitle(file)} 的下载包，可以下载`, fileUrl(file));
});
