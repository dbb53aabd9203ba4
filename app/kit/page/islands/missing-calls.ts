/** Loads the calls that this browser lacks, in a page or a thread of it; undefined where it knows them all, which the newest of them tell. */
export const loadMissingCalls = () =>
  "any" in AbortSignal && "Segmenter" in Intl ? undefined : import("./older-browsers.client");
