/** Single letters press what carries them as `data-hotkey`, unless someone is typing. */
export function listenForHotkeys(): void {
  document.addEventListener("keydown", (event) => {
    const { target, key, altKey, ctrlKey, metaKey, isComposing } = event;
    if (altKey || ctrlKey || metaKey || isComposing || key.length !== 1) return;
    if (target instanceof Element && target.closest("input, select, textarea, [contenteditable]")) return;
    const wanted = document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(key.toLowerCase())}"]`);
    if (!wanted) return;
    event.preventDefault();
    wanted.click();
  });
}
