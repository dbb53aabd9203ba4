import { touchedFields } from "./touched-fields";

/** Sends what was typed into a form to be kept, when its page is left without sending the form. */
export function keepOnLeave(form: HTMLFormElement) {
  let touched = touchedFields(form).size > 0;
  let sent = false;
  for (const kind of ["input", "click", "drop"]) form.addEventListener(kind, () => (touched = true));
  form.addEventListener("submit", () => (sent = true));
  addEventListener("pageshow", () => (sent = false));
  addEventListener("pagehide", () => {
    if (!touched || sent) return;
    const typed = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string");
    navigator.sendBeacon(form.action, new URLSearchParams([...typed, ["do", "keep"]]));
  });
}
