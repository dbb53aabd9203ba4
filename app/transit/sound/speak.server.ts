import type { SoundFacts, SpeakingWishes, SpokenText } from "./sound";

/** Speaks a text into a wav file, by the program of TTS_COMMAND or our own beside this one; throws SoundFault, or the signal's reason. */
export function speak(
  text: SpokenText,
  to: string,
  wishes: SpeakingWishes,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SoundFacts> {
  signal?.throwIfAborted();
  return Promise.reject(new Error(`not built yet: ${text.words} ${to} ${wishes.voice}`));
}

/** Ends the program that speaks, as the end of this one does. */
export function stopSpeaking(): Promise<void> {
  return Promise.resolve();
}
