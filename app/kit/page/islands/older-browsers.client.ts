import "core-js/actual/array/at";
import "core-js/actual/array/find-last";
import "core-js/actual/array/find-last-index";
import "core-js/actual/array/to-reversed";
import "core-js/actual/array/to-sorted";
import "core-js/actual/array/to-spliced";
import "core-js/actual/array/with";
import "core-js/actual/object/has-own";
import "core-js/actual/string/at";

/** The calls that older browsers lack, of those that the page's scripts and their libraries make. */
AbortSignal.timeout ??= (milliseconds) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
};

AbortSignal.any ??= (signals) => {
  const stop = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) stop.abort();
    signal.addEventListener("abort", () => stop.abort(), { once: true });
  }
  return stop.signal;
};

/** Chromium takes a listener away by its signal from 88 on; before, an island that was started again would hear everything twice. */
if (!knowsSignals()) {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const signal = (options as AddEventListenerOptions | null | undefined)?.signal;
    if (signal?.aborted) return;
    addEventListener.call(this, type, listener, options);
    if (signal)
      addEventListener.call(signal, "abort", () => this.removeEventListener(type, listener, options), { once: true });
  };
}

function knowsSignals(): boolean {
  let isRead = false;
  const options = {
    get signal() {
      isRead = true;
      return undefined;
    },
  };
  new EventTarget().addEventListener("any", null, options);
  return isRead;
}

/** The map asks for it to set letters along a road; one code point at a time is enough for ours. */
class Segmenter {
  segment(text: string) {
    return Array.from(text, (segment) => ({ segment }));
  }
}

if (!("Segmenter" in Intl)) Object.assign(Intl, { Segmenter });

// A thread of the page has no forms.
if ("HTMLFormElement" in globalThis)
  HTMLFormElement.prototype.requestSubmit ??= function (this: HTMLFormElement, by) {
    const button = by ?? document.createElement("button");
    if (!by) {
      button.hidden = true;
      this.append(button);
    }
    button.click();
    if (!by) button.remove();
  };

export {};
