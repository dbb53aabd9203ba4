import { onTold, tellOthers } from "~/kit/data/db/told.server";

const running = new Map<string, AbortController>();

/** Makes the work on an import known for as long as it goes on, so that whoever cancels it can end it at once. */
export function trackImport(importId: string, work: AbortController): () => void {
  running.set(importId, work);
  return () => {
    if (running.get(importId) === work) running.delete(importId);
  };
}

/** Ends the work on an import, whichever process is at it. */
export async function stopImport(importId: string): Promise<void> {
  stopHere(importId);
  await tellOthers("import-cancelled", importId);
}

function stopHere(importId: string): void {
  running.get(importId)?.abort(new DOMException("the import was cancelled", "AbortError"));
}

onTold("import-cancelled", (importId) => importId && stopHere(importId));
