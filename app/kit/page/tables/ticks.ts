/** Small comforts of a list with JavaScript: tick all, a page size that is taken at once, 修改 ticked with the field that is filled in. */
export function tickWholeTables() {
  for (const all of document.querySelectorAll<HTMLInputElement>("[data-tick-all]")) {
    all.hidden = false;
    all.nextElementSibling?.remove();
  }
  document.addEventListener("change", ({ target }) => {
    const { dataset, form } = target as HTMLInputElement;
    if (dataset.tickAll) {
      const boxes = document.querySelectorAll<HTMLInputElement>(`input[name=ids][form="${dataset.tickAll}"]`);
      for (const box of boxes) box.checked = (target as HTMLInputElement).checked;
    } else if ((target as HTMLElement).closest("[data-change]") && (target as HTMLInputElement).name !== "change") {
      (target as HTMLElement).closest("[data-change]")!.querySelector<HTMLInputElement>("input[name=change]")!.checked =
        true;
    } else if (dataset.send !== undefined) {
      form?.querySelector<HTMLInputElement>("[name=page]")?.setAttribute("value", "1");
      form?.requestSubmit();
    }
  });
}
