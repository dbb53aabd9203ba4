// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { kindOfPage, tellSpeed } from "./tell-speed.client";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = "";
  history.replaceState(null, "", "/");
});

it.each([
  ["/homepage", "", "home"],
  ["/station/station-management", "<table></table>", "list"],
  ["/station/station-management/new", "<form method=post></form>", "form"],
  ["/station/station-management/01a22bf9888573d19defb92db3a49e7b", "", "record"],
  ["/station/station-management/01a22bf9888573d19defb92db3a49e7b/edit", "<div data-island=pointPicker></div>", "map"],
  ["/log/analysis", "<div data-island=chart></div>", "chart"],
])("%s with %j is a page of the kind %s", (path, inside, kind) => {
  history.replaceState(null, "", path);
  document.body.innerHTML = `<main>${inside}</main>`;
  expect(kindOfPage()).toBe(kind);
});

it("a page is told of once it was shown and loaded; one that came back from memory is not", () => {
  vi.useFakeTimers();
  const told: [string, string][] = [];
  const sendBeacon = (to: string, body: URLSearchParams) => told.push([to, body.toString()]) > 0;
  Object.defineProperty(navigator, "sendBeacon", { value: sendBeacon, configurable: true });
  const entries = (type: string, loadEventEnd: number) => {
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type, loadEventEnd }] as never);
    vi.spyOn(performance, "getEntriesByName").mockReturnValue([{ startTime: 305.6 }] as never);
  };
  entries("back_forward", 400);
  tellSpeed();
  entries("navigate", 0);
  tellSpeed();
  vi.advanceTimersByTime(600);
  expect(told).toEqual([]);
  entries("navigate", 812.4);
  vi.advanceTimersByTime(600);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([["/page-speed", "kind=list&paint=306&load=812"]]);
  vi.useRealTimers();
});
