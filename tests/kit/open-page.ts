import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, vi } from "vitest";

type Listening = Pick<EventTarget, "addEventListener" | "removeEventListener">;

const origin = "http://localhost:3000";
let leave = () => {};

/** Shows markup as the page at an address of happy-dom's window, in place of the page before with all that listened to it. */
export function openPage(content: ReactNode, at = "/"): void {
  leave();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(origin + at);
  document.body.innerHTML = typeof content === "string" ? content : renderToStaticMarkup(content);
  // happy-dom overlooks them within groups.
  for (const chosen of document.querySelectorAll<HTMLOptionElement>("optgroup option[selected]"))
    chosen.selected = true;
  const forget = [window, document].map(forgettingListeners);
  leave = () => {
    forget.forEach((end) => end());
    document.body.replaceChildren();
    leave = () => {};
  };
}

export const find = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

/** Waits for something to hold, with timers that are fake going on meanwhile. */
export const until = <T>(holds: () => T): Promise<T> =>
  vi.waitFor(holds, { timeout: 120_000, interval: 5 }) as Promise<T>;

/** Types into a field or chooses in it as a person does. */
export function type(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  // React puts a setter of its own on the element, to know what it wrote itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

export function press(target: EventTarget, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

/** Which forms the window would send: `submit` after everybody on the page has had a say. */
export function watchSends(): { action: string; button: string | undefined }[] {
  const sent: { action: string; button: string | undefined }[] = [];
  window.addEventListener("submit", (event) => {
    const { action } = event.target as HTMLFormElement;
    const button = (event as SubmitEvent).submitter as HTMLButtonElement | null;
    if (!event.defaultPrevented) sent.push({ action: new URL(action, origin).pathname, button: button?.value });
    event.preventDefault();
  });
  return sent;
}

function forgettingListeners(target: Listening): () => void {
  const { addEventListener } = target;
  const added: (() => void)[] = [];
  target.addEventListener = (...heard: Parameters<Listening["addEventListener"]>) => {
    added.push(() => target.removeEventListener(...heard));
    addEventListener.apply(target, heard);
  };
  return () => {
    target.addEventListener = addEventListener;
    for (const remove of added) remove();
  };
}

// What happy-dom lacks, and a list that it does not renew.
globalThis.Option ??= function (text = "", value = text) {
  return Object.assign(document.createElement("option"), { text, value });
} as unknown as typeof Option;
Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", {
  configurable: true,
  get(this: HTMLOptionElement) {
    return this.hasAttribute("selected");
  },
});
Object.defineProperty(HTMLSelectElement.prototype, "selectedOptions", {
  configurable: true,
  get(this: HTMLSelectElement) {
    return [...this.options].filter(({ selected }) => selected);
  },
});
Object.defineProperty(HTMLSelectElement.prototype, "size", {
  configurable: true,
  get(this: HTMLSelectElement) {
    return Number(this.getAttribute("size"));
  },
  set(this: HTMLSelectElement, lines: number) {
    this.setAttribute("size", String(lines));
  },
});

afterEach(() => {
  leave();
  sessionStorage.clear();
});
