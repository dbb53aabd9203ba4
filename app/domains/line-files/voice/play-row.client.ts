/** Plays the clips of a row of the page one after another, as often as its node is played; kept when the last has ended, one cannot be played, or `signal` says stop. */
export async function playRow(serial: number, side: "inside" | "outside", signal: AbortSignal): Promise<void> {
  const row = document.querySelector<HTMLElement>(`[data-station-serial="${serial}"]`);
  const clips = row?.querySelectorAll<HTMLAudioElement>(`[data-heard="${side}"] audio`) ?? [];
  for (let plays = Number(row?.dataset.plays ?? 1); plays > 0; plays--)
    for (const clip of clips) {
      if (signal.aborted) return;
      await playClip(clip, signal);
    }
}

function playClip(clip: HTMLAudioElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const done = () => {
      stop.abort();
      clip.pause();
      resolve();
    };
    for (const name of ["ended", "error"]) clip.addEventListener(name, done, { signal: stop.signal });
    signal.addEventListener("abort", done, { signal: stop.signal });
    clip.currentTime = 0;
    clip.play().catch(done);
  });
}
