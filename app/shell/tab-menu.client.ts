import { send, sendAway } from "./send.client";

interface Entry {
  label: string;
  disabled?: boolean;
  run: () => void;
}

/** The context menu of a tab, or of a shortcut (which can only be removed), at a point of the window. */
export function openTabMenu(owner: HTMLElement, x: number, y: number) {
  document.querySelector("[data-tab-menu]")?.remove();
  const menu = document.createElement("div");
  menu.className = "dropdown";
  menu.dataset.tabMenu = "";
  menu.setAttribute("role", "menu");
  Object.assign(menu.style, { position: "fixed", right: "auto", top: `${y}px`, left: "0" });
  const focused = document.activeElement as HTMLElement | null;
  const close = () => {
    menu.remove();
    removeEventListener("pointerdown", outside);
    focused?.focus();
  };
  const outside = (event: Event) => menu.contains(event.target as Node) || close();
  for (const entry of entriesFor(owner)) menu.append(buttonOf(entry, close));
  document.body.append(menu);
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 4)}px`;
  addEventListener("pointerdown", outside);
  menu.addEventListener("keydown", (event) => steer(menu, event, close));
  menu.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
}

function entriesFor(owner: HTMLElement): Entry[] {
  const { path = "", fixed, pinned } = owner.dataset;
  if (owner.closest("[data-order='/shortcuts']")) {
    return [{ label: "移除快捷菜单", run: () => sendAway("/shortcuts", { verb: "remove", path }) }];
  }
  const tabs = [...owner.parentElement!.querySelectorAll<HTMLElement>(":scope > [data-path]")];
  const right = tabs.slice(tabs.indexOf(owner) + 1);
  const others = tabs.filter((tab) => tab !== owner);
  const close = (verb: string, doomed: HTMLElement[]) => () => void closeTabs(verb, path, doomed);
  return [
    { label: "关闭标签页", disabled: fixed !== undefined, run: close("close", [owner]) },
    { label: "关闭其他", disabled: others.every(isFixed), run: close("close-others", others) },
    { label: "关闭右侧", disabled: right.length === 0, run: close("close-right", right) },
    {
      label: "添加到快捷菜单",
      disabled: pinned !== undefined,
      run: () => sendAway("/shortcuts", { verb: "add", path }),
    },
    {
      label: "移除快捷菜单",
      disabled: pinned === undefined,
      run: () => sendAway("/shortcuts", { verb: "remove", path }),
    },
  ];
}

const isFixed = (tab: HTMLElement) => tab.dataset.fixed !== undefined;

/** The page stays as it is unless the tab it belongs to is closed. */
async function closeTabs(verb: string, path: string, doomed: HTMLElement[]) {
  const fields = { verb, path };
  const leaves = doomed.some((tab) => !isFixed(tab) && tab.querySelector("[aria-current]"));
  if (leaves || !(await send("/tabs", fields))) return sendAway("/tabs", fields);
  for (const tab of doomed) if (!isFixed(tab)) dropTab(tab);
}

/** The bar knows by their number whether all have room. */
export function dropTab(tab: HTMLElement) {
  const bar = tab.parentElement!;
  tab.remove();
  bar.parentElement!.style.setProperty("--tabs", String(bar.childElementCount));
}

function buttonOf({ label, disabled, run }: Entry, close: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: label, disabled: disabled ?? false, tabIndex: -1 });
  button.setAttribute("role", "menuitem");
  button.addEventListener("click", () => (close(), run()));
  return button;
}

function steer(menu: HTMLElement, event: KeyboardEvent, close: () => void) {
  const buttons = [...menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to !== undefined) buttons.at(to % buttons.length)?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
}
