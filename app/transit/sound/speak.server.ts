import { rm, writeFile } from "node:fs/promises";
import { settings } from "~/kit/ground/settings.server";
import { readSound } from "./read.server";
import { SoundFault, type SoundFacts, type SpeakingWishes, type SpokenLanguage, type SpokenText } from "./sound";
import { orderSpeech } from "./speaker.server";
import { runTtsCommand } from "./tts-command.server";

export { stopSpeaking } from "./speaker.server";

/** Speaks a text into a wav file, by the program of TTS_COMMAND or our own beside this one; throws SoundFault, or the signal's reason. */
export async function speak(
  text: SpokenText,
  to: string,
  wishes: SpeakingWishes,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SoundFacts> {
  signal?.throwIfAborted();
  if (text.parts.length === 0) throw new SoundFault("没有可以朗读的文字");
  if (text.words.length > longest) throw new SoundFault(`文本最多 ${longest} 个字`);
  if (!(wishes.rate >= 50 && wishes.rate <= 200)) throw new SoundFault("语速应在 50% 到 200% 之间");
  const { TTS_COMMAND: command } = settings();
  try {
    if (command) await writeFile(to, await runTtsCommand(command, text.words, wishes, signal));
    else await orderSpeech({ parts: voiced(text, wishes), rate: wishes.rate, to }, signal);
    return await readSound(to, { fileName: "spoken.wav", signal });
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

const longest = 500;
const voices: Record<SpokenLanguage, string> = { zh: "cmn-latn-pinyin", en: "en", yue: "yue" };

function voiced({ parts }: SpokenText, { voice }: SpeakingWishes) {
  return parts.map(({ language, text }) => ({
    voice: voices[language] + (voice === "female" ? "+f3" : ""),
    // Marks of a language for voices, which a text is not written in.
    text: text.replace(/[<>&[\]{}|\\]/g, " "),
  }));
}
