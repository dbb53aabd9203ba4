import { agreeToWords, importUrl, speakMissing, speakNames } from "~/domains/audio-clips/queries.server";
import { audioRoom } from "~/domains/audio-clips/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import type { TypedAgreement } from "~/kit/page/screens/other-names";
import type { MissingVoice, OtherName } from "~/transit/announcements/model";
import { keyOfName } from "./other-names.server";

/** Does what was pressed beside clips that say other names: has the names spoken, or keeps that recordings are right. Answers what to say and where to go. */
export async function answerNames(
  viewer: Viewer,
  form: FormData,
  { names, missing = [] }: { names: readonly OtherName[]; missing?: readonly MissingVoice[] },
  back: string,
): Promise<{ message: string; to: string }> {
  if (!allows(viewer, audioRoom.may.write)) throw problem.forbidden("您没有编辑语音库的权限");
  if (form.get("do") === "speak") {
    if (names.length === 0) return { message: "没有要朗读的站名，语音已经和站名一致", to: back };
    return spoken(`${names.length} 个站名`, await speakNames(viewer, names), back);
  }
  if (form.get("do") === "speakMissing") {
    const sayable = missing.filter(({ language }) => language !== "other");
    if (sayable.length === 0) return { message: "没有缺少的语音了", to: back };
    return spoken(`${sayable.length} 段语音`, await speakMissing(viewer, sayable), back);
  }
  const because = String(form.get("because") ?? "").trim();
  const ticked = new Set(form.getAll("agreed").map(String));
  const agreed = names.filter((one) => ticked.has(keyOfName(one)));
  if (agreed.length > 0 && because === "") throw problem.field("because", "请写明这些录音为什么说得对");
  const count = await agreeToWords(viewer, agreed, because.slice(0, 200));
  return { message: `已记下 ${count} 段录音说得对`, to: back };
}

/** The first of the imports, one a language, from which one comes back to where it was asked. */
function spoken(what: string, [importId, ...others]: string[], back: string) {
  const more = others.length > 0 ? `（另有 ${others.length} 种语言也已开始）` : "";
  const to = `${importUrl({ importId: importId! })}?${new URLSearchParams({ from: back }).toString()}`;
  return { message: `已开始朗读 ${what}${more}`, to };
}

/** What was ticked and written, to be shown again where it is refused. */
export const typedAgreement = (form: FormData): TypedAgreement => ({
  agreed: form.getAll("agreed").map(String),
  because: String(form.get("because") ?? ""),
});
