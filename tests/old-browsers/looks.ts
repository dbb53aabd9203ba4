import type { Page } from "puppeteer-core";

/** The parts of the frame and of the page in it: where the screen has one, it lies beside the others, never on them. */
const parts = {
  sidebar: 'nav[aria-label="主菜单"]',
  header: "header",
  tabs: 'nav[aria-label="已打开的页面"]',
  breadcrumb: 'nav[aria-label="当前位置"]',
  heading: "main h1",
  footer: "main ~ *",
};

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes of the frame's parts and of the heading's neighbours, as the browser lays them out. */
export async function boxesOf(page: Page): Promise<Record<string, Box>> {
  return page.evaluate((selectors) => {
    const boxes: Record<string, { x: number; y: number; width: number; height: number }> = {};
    const keep = (name: string, element: Element | null) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
      if (width > 0 && height > 0) boxes[name] = { x, y, width, height };
    };
    for (const [name, selector] of Object.entries(selectors as Record<string, string>))
      keep(name, document.querySelector(selector));
    // What follows the heading: the filters, the table, the form, the map.
    const heading = document.querySelector("main h1")?.parentElement;
    // A record's name stands with its tabs in a head of their own.
    const row = heading?.parentElement?.querySelector(":scope > nav") ? heading.parentElement : heading;
    let next = row?.nextElementSibling ?? null;
    for (let i = 1; next; next = next.nextElementSibling, i++) {
      const { position } = getComputedStyle(next);
      if (position !== "absolute" && position !== "fixed") keep(`part ${i} (${next.tagName.toLowerCase()})`, next);
    }
    keep("list", document.querySelector("main ol:not([role]) li"));
    return boxes;
  }, parts);
}

/** The pairs of boxes that lie on one another by more than a pixel. */
export function overlaps(boxes: Record<string, Box>): string[] {
  const all = Object.entries(boxes).filter(([name]) => name !== "list" && name !== "footer");
  return all.flatMap(([name, one], i) =>
    all
      .slice(i + 1)
      .filter(
        ([, other]) =>
          shared(one.x, one.width, other.x, other.width) > 1 && shared(one.y, one.height, other.y, other.height) > 1,
      )
      .map(([other]) => `${name} and ${other}`),
  );
}

const shared = (a: number, along: number, b: number, other: number) => Math.min(a + along, b + other) - Math.max(a, b);

/** Colours and layout that a style sheet not understood would lose. */
export function lookOf(page: Page) {
  return page.evaluate(() => {
    const style = (selector: string) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element) : undefined;
    };
    return {
      sidebar: style('nav[aria-label="主菜单"]')?.backgroundColor,
      menuLink: style('nav[aria-label="主菜单"] li a')?.textDecorationLine,
      tabList: style('nav[aria-label="已打开的页面"] ul')?.listStyleType,
      tabCurrent: style('nav[aria-label="已打开的页面"] li[data-current]')?.position,
      breadcrumb: style('nav[aria-label="当前位置"] ol')?.listStyleType,
      hover: getComputedStyle(document.documentElement).getPropertyValue("--accent-deep"),
      sideways: document.documentElement.scrollWidth - innerWidth,
    };
  });
}
