import { data } from "@remix-run/node";
import { attempt, problem } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerNames, typedAgreement } from "~/domains/line-files/queries.server";
import { readReadiness } from "./readiness.server";
import { requirePackage } from "./source.server";
import { generateFiles } from "./files.server";
import { issueFiles } from "./issue-files.server";
import { removeItem } from "./items.server";
import { packageUrl } from "./urls";
import { giveWord } from "./words.server";

/** What the buttons of a package's page ask for, by their `do`. */
export async function answerPost({ viewer, request, params }: ViewerCall) {
  const packageUuid = params.packageUuid!;
  const form = await formDataOf(request);
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const back = (message: string) => redirectWith(request, message, packageUrl(packageUuid));
  if (form.get("do") === "generate") {
    const done = await attempt(() => generateFiles(viewer, packageUuid));
    if (!done.ok) return data({ error: done.problem.message, refused: [] }, { status: 409 });
    const { made, refused, left } = done.value;
    const message = `生成了 ${made.length} 份线路文件${left > 0 ? `，还有 ${left} 份，请再点一次` : ""}`;
    return refused.length > 0
      ? data({ error: `${message}，${refused.length} 份没有生成`, refused }, { status: 422 })
      : back(message);
  }
  if (form.get("do") === "issue") {
    const done = await attempt(() => issueFiles(viewer, packageUuid));
    if (!done.ok)
      return data({ error: done.problem.errors[0]?.message ?? done.problem.message, refused: [] }, { status: 409 });
    const { taskUuid, vehicles, leftOut } = done.value;
    const message = `开始下发到 ${vehicles} 辆车${leftOut > 0 ? `，${leftOut} 辆没有下发，见任务的说明` : ""}`;
    return redirectWith(request, message, `/voice/issue-task/${taskUuid}`);
  }
  if (form.get("do") === "word") {
    const done = await attempt(() => giveWord(viewer, packageUuid, word("said").slice(0, 255) || null));
    return done.ok
      ? back("已记下您核对过现有内容")
      : data({ error: done.problem.message, refused: [] }, { status: 409 });
  }
  if (form.get("do") === "speak" || form.get("do") === "agree") {
    const done = await attempt(async () => {
      const { otherNames } = await readReadiness(viewer, await requirePackage(viewer, packageUuid));
      return answerNames(viewer, form, { names: otherNames }, packageUrl(packageUuid));
    });
    return done.ok
      ? redirectWith(request, done.value.message, done.value.to)
      : data({ error: done.problem.message, refused: [], typed: typedAgreement(form) }, { status: 422 });
  }
  if (form.get("do") !== "remove") throw problem.field("do", "请从变更包的页面提交");
  const done = await attempt(() => removeItem(viewer, packageUuid, word("itemUuid")));
  return done.ok ? back("已移除这一项变更") : data({ error: done.problem.message, refused: [] }, { status: 409 });
}
