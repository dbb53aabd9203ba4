/** Warns before a page with unsaved work is left, and holds a save back until `settled`; `onHeld` hears of it. */
export function guardForm(root: HTMLElement, unsaved: boolean, settled: () => Promise<void>, onHeld: () => void) {
  const form = root.closest("form");
  const stop = new AbortController();
  let dirty = unsaved;
  let saving = false;
  let ready = false;
  let held = false;
  addEventListener("beforeunload", (event) => dirty && !saving && event.preventDefault(), { signal: stop.signal });
  form?.addEventListener(
    "submit",
    (event) => {
      saving = ready || !root.hasAttribute("data-plan-waiting");
      if (saving) return;
      event.preventDefault();
      // Pressed again while it waits, it still goes once.
      if (held) return;
      held = true;
      onHeld();
      void settled().then(() => {
        ready = true;
        held = false;
        // The fields are filled with what was found before the form goes.
        requestAnimationFrame(() => form.requestSubmit(event.submitter as HTMLElement | null));
      });
    },
    { signal: stop.signal },
  );
  // A page that comes back from the history has not been sent.
  addEventListener("pageshow", () => (saving = ready = held = false), { signal: stop.signal });
  return {
    changed: (now: boolean) => (dirty = unsaved || now),
    dispose: () => stop.abort(),
  };
}
