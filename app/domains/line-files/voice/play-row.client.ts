/** Plays what a row of the page lets be heard on one side; kept when it has ended, cannot be played, or `signal` says stop. */
export async function playRow(serial: number, side: "inside" | "outside", signal: AbortSignal): Promise<void> {
  const row = document.querySelector<HTMLElement>(`[data-station-serial="${serial}"]`);
  const sound = row?.querySelector<HTMLAudioElement>(`[data-heard="${side}"] audio`);
  if (sound && !signal.aborted) await playSound(sound, signal);
}

function playSound(sound: HTMLAudioElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const done = () => {
      stop.abort();
      sound.pause();
      resolve();
    };
    for (const name of ["ended", "error"]) sound.addEventListener(name, done, { signal: stop.signal });
    signal.addEventListener("abort", done, { signal: stop.signal });
    sound.currentTime = 0;
    sound.play().catch(done);
  });
}
