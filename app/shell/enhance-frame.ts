import { makeDraggable } from "./drag.client";
import { send } from "./send.client";

/** Small comforts of the frame with JavaScript: open menus close by themselves, the key / searches, places scrolled to are found again. */
export function enhanceFrame() {
  askOnReturn();
  closeMenus();
  requestAnimationFrame(keepScroll);
  searchBySlash();
  openPalette();
  listKeys();
  const tools = document.querySelectorAll<HTMLElement>("[data-shell-tools]");
  for (const list of tools)
    makeDraggable(list, (path, to) => void send(list.dataset.order!, { verb: "move", path, to: String(to) }));
  for (const name of ["pointerover", "focusin", "contextmenu"]) {
    for (const tool of tools) tool.addEventListener(name, loadTools, { once: true });
  }
}

/** A page that comes back from the browser's memory may be that of somebody who has signed out since. */
function askOnReturn() {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || !document.querySelector("[data-shell-tools]")) return;
    const { style } = document.documentElement;
    style.visibility = "hidden";
    void fetch(location.href, { method: "HEAD", redirect: "manual", cache: "no-store" }).then(
      ({ type }) => (type === "opaqueredirect" ? location.reload() : style.removeProperty("visibility")),
      () => location.reload(),
    );
  });
}

let ready = false;

/** A right click that comes before its menu has loaded is made again. */
async function loadTools(event: Event) {
  const early = event.type === "contextmenu" && !ready;
  if (early) event.preventDefault();
  const { enhanceTabBar } = await import("./tab-bar.client");
  enhanceTabBar();
  ready = true;
  if (early) event.target?.dispatchEvent(new MouseEvent("contextmenu", event as MouseEvent));
}

function closeMenus() {
  const close = (inside: Node | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]")) {
      if (!inside || !menu.contains(inside)) menu.open = false;
    }
  };
  document.addEventListener("pointerdown", ({ target }) => close(target as Node));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    const open = document.activeElement?.closest<HTMLDetailsElement>("details[data-menu][open]");
    close(null);
    open?.querySelector("summary")?.focus();
  });
}

function searchBySlash() {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (
      key !== "/" ||
      ctrlKey ||
      metaKey ||
      altKey ||
      (target as Element).closest("input, textarea, select, [contenteditable]")
    )
      return;
    const box = document.querySelector<HTMLInputElement>("[data-search-all]");
    box?.select();
    if (box) event.preventDefault();
  });
}

function openPalette() {
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (!document.querySelector("[data-search-all]")) return;
    event.preventDefault();
    void import("./palette.client").then(({ togglePalette }) => togglePalette());
  });
}

function listKeys() {
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    if ((key !== "?" && key !== "？") || ctrlKey || metaKey || altKey) return;
    if ((target as Element).closest("input, textarea, select, [contenteditable]")) return;
    void import("./keys.client").then(({ toggleKeys }) => toggleKeys());
  });
}

function keepScroll() {
  const places = [...document.querySelectorAll<HTMLElement>("[data-keep-scroll]")];
  const keyOf = ({ dataset }: HTMLElement) =>
    `bus_scroll ${dataset.keepScroll === "menu" ? "" : location.pathname + location.search} ${dataset.keepScroll}`;
  if (!document.querySelector("[autofocus]:not([data-notice])") && !location.hash) {
    for (const place of places) {
      const top = Number(sessionStorage.getItem(keyOf(place)));
      if (top > 0) place.scrollTop = top;
    }
  }
  document.querySelector("[data-shell-tools] [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  addEventListener("pagehide", () => {
    for (const place of places) sessionStorage.setItem(keyOf(place), String(place.scrollTop));
  });
}
