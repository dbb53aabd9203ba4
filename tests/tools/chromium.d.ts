/** The path of a Chromium to test with, or undefined where none is found. */
export function findChromium(): Promise<string | undefined>;
