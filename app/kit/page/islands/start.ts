import type { IslandName } from "~/islands";

/** An island's code has this long to arrive, in milliseconds; after that its fallback stays. */
const CHUNK_TIMEOUT = 120_000;

/** Finds the page's islands and starts each one when it asks to be started. */
export function startIslands(root: ParentNode = document) {
  for (const element of root.querySelectorAll<HTMLElement>("[data-island]")) {
    waitFor(element, () => void start(element));
  }
}

async function start(element: HTMLElement) {
  try {
    const mount = await inTime(load(element.dataset.island as IslandName));
    mount(element, (error) => failed(element, error));
  } catch (error) {
    failed(element, error);
  }
}

/** The list of islands says what each of them needs and is larger than all of this file: pages without an island do without it. */
async function load(name: IslandName) {
  const { islands } = await import("~/islands");
  return islands[name]();
}

function failed(element: HTMLElement, error: unknown) {
  console.error(`island ${element.dataset.island}`, error);
  showFailure(element, () => start(element));
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("timeout")), CHUNK_TIMEOUT);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function waitFor(element: HTMLElement, go: () => void) {
  const when = element.dataset.when;
  if (when === "interaction") {
    const events = ["pointerenter", "focusin", "click", "touchstart"];
    const once = () => {
      for (const name of events) element.removeEventListener(name, once);
      go();
    };
    for (const name of events) element.addEventListener(name, once, { passive: true });
  } else if (when === "visible") {
    const watcher = new IntersectionObserver(
      (entries) => {
        // A slow computer tells of leaving and entering sight at once.
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        go();
      },
      { rootMargin: "200px" },
    );
    watcher.observe(element);
  } else {
    (window.requestIdleCallback ?? setTimeout)(go);
  }
}

/** Says under the fallback that the live part did not come, with a link that tries again, and at its second click loads the page again. */
function showFailure(element: HTMLElement, retry: () => void) {
  const old = element.querySelector(":scope > [data-island-failed]");
  const note = document.createElement("p");
  note.dataset.islandFailed = "";
  note.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "重试";
  note.append("此部分加载失败，", link);
  if (old) return old.replaceWith(note);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    note.replaceChildren("正在重试…");
    retry();
  });
  element.append(note);
}
