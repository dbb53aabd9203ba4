import { dropTab, openTabMenu } from "./tab-menu.client";
import { send, sendAway } from "./send.client";

let eased = false;

/** Brings the tab bar and the shortcuts to life: the context menu, the wheel, closing without leaving the page. */
export function enhanceTabBar() {
  if (eased) return;
  eased = true;
  for (const list of document.querySelectorAll<HTMLElement>("[data-order]")) {
    list.addEventListener("wheel", ({ deltaX, deltaY }) => (list.scrollLeft += deltaX === 0 ? deltaY : 0), {
      passive: true,
    });
    list.addEventListener("contextmenu", (event) => openFor(event, event.clientX, event.clientY));
    list.addEventListener("keydown", (event) => {
      if (event.key !== "ContextMenu" && !(event.shiftKey && event.key === "F10")) return;
      const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect();
      openFor(event, left, bottom);
    });
    list.addEventListener("submit", (event) => void closeInPlace(event));
  }
}

function openFor(event: Event, x: number, y: number) {
  const entry = (event.target as HTMLElement).closest<HTMLElement>("[data-path]");
  if (!entry) return;
  event.preventDefault();
  openTabMenu(entry, x, y);
}

/** A tab that is not the one shown goes away on the spot; closing the one shown stays the form's business. */
async function closeInPlace(event: Event) {
  const tab = (event.target as HTMLElement).closest<HTMLElement>("[data-path]");
  if (!tab || tab.querySelector("[aria-current]")) return;
  event.preventDefault();
  event.stopPropagation();
  const fields = { verb: "close", path: tab.dataset.path! };
  if (await send("/tabs", fields)) dropTab(tab);
  else sendAway("/tabs", fields);
}
