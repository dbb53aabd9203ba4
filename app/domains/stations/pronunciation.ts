import { pinyin } from "pinyin-pro";
import { z } from "zod";
import { text } from "~/kit/page/forms/rules";

/** Numbered pinyin, a syllable a character: chong2 qing4. */
export const pronunciationRule = text(255).superRefine((value, context) => {
  for (const syllable of syllablesOf(value)) {
    const fault = faultOf(syllable);
    if (fault) return context.addIssue({ code: "custom", message: fault });
  }
});

/** A name that is all characters is said with one syllable each. */
export function soundPronunciation(
  { staName, pronunciation }: { staName?: string; pronunciation?: string | null },
  context: z.core.$RefinementCtx,
) {
  if (!pronunciation || !staName || !/^[\u4e00-\u9fff]+$/.test(staName) || staName.includes("儿")) return;
  const [characters, syllables] = [staName.length, syllablesOf(pronunciation).length];
  if (characters !== syllables)
    context.addIssue({
      code: "custom",
      path: ["pronunciation"],
      message: `站名有 ${characters} 个字，读音有 ${syllables} 个音节，请逐字填写`,
    });
}

const syllablesOf = (value: string): string[] => value.trim().split(/\s+/).filter(Boolean);

function faultOf(syllable: string): string | undefined {
  const [, letters, tone] = /^([a-zü]+)([1-5]?)$/.exec(syllable.toLowerCase()) ?? [];
  if (!letters) return `“${syllable}”不是拼音，请写成 chong2 qing4 的样子，音节之间空一格`;
  if (!allSyllables().has(letters.replaceAll("v", "ü"))) return `没有“${letters}”这个音节，请检查拼写`;
  return tone ? undefined : `“${syllable}”没有声调，请在后面写 1 到 5（轻声是 5）`;
}

let known: ReadonlySet<string> | undefined;

/** Every syllable that some character is read with. */
function allSyllables(): ReadonlySet<string> {
  if (known) return known;
  const characters = String.fromCodePoint(...Array.from({ length: 0x9fa5 - 0x4e00 }, (_, at) => 0x4e00 + at));
  return (known = new Set(pinyin(characters, { toneType: "none", type: "array", nonZh: "removed" })));
}
