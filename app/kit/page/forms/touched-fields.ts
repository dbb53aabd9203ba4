type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of a form that no longer hold what the server sent: what loads late finds in them what was typed before. */
export function touchedFields(form: HTMLFormElement): Set<Element> {
  return new Set([...form.elements].filter((field) => isTouched(field as Field)));
}

export function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const sent = [...field.options].filter((option) => option.defaultSelected);
    if (sent.length > 0 || field.multiple) return [...field.options].some((one) => one.selected !== sent.includes(one));
    return field.selectedIndex > 0;
  }
  if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type))
    return field.checked !== field.defaultChecked;
  return (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue
  );
}
