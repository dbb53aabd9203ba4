const running = new Map<string, AbortController>();

/** Makes the work on an import known for as long as it goes on, so that whoever cancels it can end it at once. */
export function trackImport(importId: string, work: AbortController): () => void {
  running.set(importId, work);
  return () => {
    if (running.get(importId) === work) running.delete(importId);
  };
}

export function stopImport(importId: string): void {
  running.get(importId)?.abort(new DOMException("the import was cancelled", "AbortError"));
}
