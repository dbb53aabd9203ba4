import { readDegrees } from "~/transit/geo/degrees";

export interface BoundInputs {
  /** Their numbers in the order of the names, or null while one is empty or no number. */
  read: () => number[] | null;
  /** Fills them in as a person would, so that whoever listens to the form hears of it. */
  write: (values: readonly number[]) => void;
  dispose: () => void;
}

/** Finds the inputs by name in the form around `element`, or on the page when there is none; `onEdit` hears of typing. */
export function bindInputs(
  element: Element,
  names: readonly string[],
  onEdit: (values: number[] | null) => void,
): BoundInputs {
  const around: ParentNode = element.closest("form") ?? document;
  const inputs = names.map((name) => around.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`));
  const read = () => {
    const texts = inputs.map((input) => input?.value.trim() ?? "");
    const values = texts.map((text, at) => readDegrees(text, /lng/i.test(names[at]!) ? "lng" : "lat") ?? NaN);
    return values.every(Number.isFinite) ? values : null;
  };
  let writing = false;
  const stop = new AbortController();
  for (const input of inputs)
    input?.addEventListener("input", () => writing || onEdit(read()), { signal: stop.signal });
  return {
    read,
    write(values) {
      writing = true;
      inputs.forEach((input, i) => {
        if (!input || input.disabled || input.readOnly) return;
        input.value = values[i]!.toFixed(6);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
      writing = false;
    },
    dispose: () => stop.abort(),
  };
}
