import type { PageKind } from "~/kit/page/islands/page-kinds";

/** Tells the server how long this page took here, once all of it is there and shown; not of one that came back from the browser's memory or was never looked at. */
export function tellSpeed(looks = 20): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  if (!navigation || navigation.type === "back_forward" || looks === 0) return;
  // Neither is known yet while the event that all is there is being told.
  if (!paint || navigation.loadEventEnd === 0) return void setTimeout(tellSpeed, 500, looks - 1);
  const figures = { kind: kindOfPage(), paint: round(paint.startTime), load: round(navigation.loadEventEnd) };
  navigator.sendBeacon("/page-speed", new URLSearchParams(figures));
}

const round = (ms: number) => String(Math.round(ms));

export function kindOfPage(): PageKind {
  const has = (selector: string) => document.querySelector(`main ${selector}`) !== null;
  if (location.pathname === "/homepage") return "home";
  if (has("[data-island*=Map], [data-island*=Picker]")) return "map";
  if (has("[data-island=chart]")) return "chart";
  if (/\/(new|edit)$/.test(location.pathname)) return "form";
  return /\/[0-9a-f]{32}(\/|$)/.test(location.pathname) ? "record" : "list";
}
