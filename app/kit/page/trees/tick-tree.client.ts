/** Keeps a tree of ticks in step: a tick brings its parents, no tick leaves none below, and a box whose branch is ticked in part shows it. */
export function tickWholeBranches(tree: Element) {
  const show = () => {
    for (const item of [...tree.querySelectorAll("li")].reverse()) {
      const box = boxOf(item);
      box.indeterminate = box.checked && boxesIn(item).some(({ checked }) => !checked);
    }
  };
  tree.addEventListener("change", ({ target }) => {
    const box = target as HTMLInputElement;
    const item = box.closest("li")!;
    if (box.checked) tickAbove(item);
    else tick(boxesIn(item), false);
    show();
  });
  tree.addEventListener("click", (event) => {
    const item = (event.target as Element).closest("button")?.closest("li");
    if (!item) return;
    event.preventDefault();
    tick(boxesIn(item), true);
    tickAbove(item);
    item.querySelector("details")!.open = true;
    show();
  });
  show();
}

const boxesIn = (item: Element) => [...item.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
const boxOf = (item: Element) => boxesIn(item)[0]!;

function tick(boxes: HTMLInputElement[], checked: boolean) {
  for (const box of boxes) if (!box.disabled) box.checked = checked;
}

function tickAbove(item: Element) {
  for (let above = item.parentElement?.closest("li"); above; above = above.parentElement?.closest("li"))
    tick([boxOf(above)], true);
}
