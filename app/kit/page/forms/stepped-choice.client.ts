/** Makes two steps of a select whose choices stand in groups: first the group, then a choice of it. It goes with the group chosen in the select that `data-follows` names. */
export function stepChoice(select: HTMLSelectElement) {
  const groups = [...select.querySelectorAll("optgroup")];
  const form = select.form;
  if (groups.length < 2 || !form) return;
  const step = groupSelect(select, groups);
  const lead = form.elements.namedItem(select.dataset.follows ?? "");

  const narrow = (label: string) => {
    step.value = label;
    for (const group of groups) group.hidden = label !== "" && group.label !== label;
    const chosen = select.selectedOptions[0];
    if (!chosen || !isHidden(chosen)) return;
    const same = [...select.options].find((option) => option.value === chosen.value && !isHidden(option));
    (same ?? select.options[0]!).selected = true;
  };
  const offers = (label: string) =>
    groups.some(
      (group) =>
        group.label === label &&
        (select.value === "" || [...group.querySelectorAll("option")].some(({ value }) => value === select.value)),
    );
  const begin = () => {
    const wanted = groupOf(lead);
    narrow(offers(wanted) ? wanted : groupOf(select));
  };

  step.addEventListener("change", () => narrow(step.value));
  if (lead instanceof HTMLSelectElement)
    lead.addEventListener("change", () =>
      narrow(groups.some(({ label }) => label === groupOf(lead)) ? groupOf(lead) : ""),
    );
  // What was typed before is given back to the whole form at once.
  form.addEventListener("input", ({ target }) => target === form && begin());
  begin();
}

function groupSelect(select: HTMLSelectElement, groups: HTMLOptGroupElement[]): HTMLSelectElement {
  const step = document.createElement("select");
  const called = select.dataset.steps ?? "";
  step.className = select.className;
  step.setAttribute("aria-label", `${select.labels[0]?.textContent ?? ""}：先选${called}`);
  step.append(new Option(`全部${called}`, ""), ...groups.map(({ label }) => new Option(label)));
  const around = select.parentElement!.cloneNode(false) as HTMLElement;
  around.append(step);
  around.dataset.step = "";
  select.parentElement!.before(around);
  return step;
}

const isHidden = (option: HTMLOptionElement) => (option.parentElement as HTMLElement).hidden;

function groupOf(select: unknown): string {
  const option = select instanceof HTMLSelectElement ? select.selectedOptions[0] : undefined;
  return option?.parentElement instanceof HTMLOptGroupElement ? option.parentElement.label : "";
}
