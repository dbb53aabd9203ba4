export const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Waits for the next picture of the page, or a moment where none comes because nobody sees it. */
export const untilDrawn = () =>
  new Promise<void>((resolve) => {
    const done = () => (clearTimeout(timer), void setTimeout(resolve));
    const timer = setTimeout(done, 200);
    requestAnimationFrame(done);
  });
