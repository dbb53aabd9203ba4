import { rename, rm, writeFile } from "node:fs/promises";
import { settings } from "~/kit/ground/settings.server";
import { makeSound } from "./make.server";
import { readSound } from "./read.server";
import {
  clipRates,
  SoundFault,
  type SoundFacts,
  type SpeakingWishes,
  type SpokenLanguage,
  type SpokenText,
  usualShape,
} from "./sound";
import { orderSpeech } from "./speaker.server";
import { runTtsCommand } from "./tts-command.server";
import { askSpeechServer, type SpeechServer, speechServer, voiceInWords } from "./tts-server.server";

export { stopSpeaking } from "./speaker.server";

/** What was spoken, and by which voice, for people. */
export type SpokenSound = SoundFacts & { spokenBy: string };

/** Speaks a text into a wav file, by the server of TTS_URL, the program of TTS_COMMAND or our own beside this one; throws SoundFault, or the signal's reason. */
export async function speak(
  text: SpokenText,
  to: string,
  wishes: SpeakingWishes,
  { signal, server = speechServer() }: { signal?: AbortSignal; server?: SpeechServer } = {},
): Promise<SpokenSound> {
  signal?.throwIfAborted();
  if (text.parts.length === 0) throw new SoundFault("没有可以朗读的文字");
  if (text.words.length > longest) throw new SoundFault(`文本最多 ${longest} 个字`);
  if (!(wishes.rate >= 50 && wishes.rate <= 200)) throw new SoundFault("语速应在 50% 到 200% 之间");
  const { TTS_COMMAND: command } = settings();
  try {
    if (server) await askServer(server, text.words, wishes, to, signal);
    else if (command) await writeFile(to, await runTtsCommand(command, text.words, wishes, signal));
    else await orderSpeech({ parts: voiced(text, wishes), rate: wishes.rate, to }, signal);
    const spokenBy = server ? voiceInWords(server, wishes) : command ? "TTS_COMMAND 的程序" : "eSpeak NG";
    return { ...(await readSound(to, { fileName: "spoken.wav", signal })), spokenBy };
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

async function askServer(
  server: SpeechServer,
  words: string,
  wishes: SpeakingWishes,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const { sound, keep } = await askSpeechServer(server, words, wishes, signal);
  await writeWav(sound, to, signal);
  await keep();
}

/** Servers answer in formats of their own, whatever they are asked for. */
async function writeWav(sound: Buffer, to: string, signal?: AbortSignal): Promise<void> {
  await writeFile(to, sound);
  const { format, sampleRate } = await readSound(to, { fileName: "", signal });
  if (format === "wav") return;
  const rate = clipRates.findLast((one) => one <= sampleRate) ?? clipRates[0];
  const made = `${to}.made`;
  try {
    await makeSound(to, made, { ...usualShape, codec: "wav", sampleRate: rate, loudness: null }, { signal });
    await rename(made, to);
  } finally {
    await rm(made, { force: true });
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
