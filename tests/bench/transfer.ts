import type { CDPSession, Page } from "playwright";
import { freshPage, inBrowser } from "./browser";
import { atMost, type Figure, reported } from "./figure";
import { stationList } from "./full-menu";
import type { Visitor } from "./visitor";

interface Transfer {
  bytes: number;
  scriptBytes: number;
  requests: number;
}

const kb = (bytes: number) => bytes / 1000;

/** Bytes on the wire, headers included, of everything that loads within five seconds of opening the page. */
export function transferFigures(visitor: Visitor): AsyncGenerator<Figure> {
  return inBrowser(async function* (browser) {
    for (const encoding of ["br", "gzip"] as const) {
      const { page, cdp, close } = await freshPage(browser, visitor);
      await cdp.send("Network.enable");
      await cdp.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": encoding } });
      const cold = await transfer(page, cdp, visitor.url + stationList);
      await page.goto("about:blank");
      const again = await transfer(page, cdp, visitor.url + stationList);
      const next = await transfer(page, cdp, `${visitor.url}${stationList}?page=2`);
      await close();
      if (encoding === "br") {
        yield atMost("cold transfer, brotli", kb(cold.bytes), 30, "kB");
        yield atMost("cold transfer, brotli: JavaScript", kb(cold.scriptBytes), 4, "kB");
        yield reported("cold transfer: requests", cold.requests);
        yield atMost("repeat visit, brotli", kb(again.bytes), 6, "kB");
        yield reported("repeat visit: requests", again.requests);
        yield reported("the next page of the list, brotli", kb(next.bytes), "kB");
      } else {
        yield reported("cold transfer, gzip", kb(cold.bytes), "kB");
        yield reported("cold transfer, gzip: JavaScript", kb(cold.scriptBytes), "kB");
        yield reported("repeat visit, gzip", kb(again.bytes), "kB");
        yield reported("the next page of the list, gzip", kb(next.bytes), "kB");
      }
    }
  });
}

/** What loads within five seconds of opening an address. */
export async function transfer(page: Page, cdp: CDPSession, url: string): Promise<Transfer> {
  const scripts = new Set<string>();
  const total: Transfer = { bytes: 0, scriptBytes: 0, requests: 0 };
  const responded = ({ requestId, response }: { requestId: string; response: { mimeType: string } }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  };
  const finished = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    total.bytes += encodedDataLength;
    if (scripts.has(requestId)) total.scriptBytes += encodedDataLength;
    if (encodedDataLength > 0) total.requests++;
  };
  cdp.on("Network.responseReceived", responded);
  cdp.on("Network.loadingFinished", finished);
  await page.goto(url);
  await page.waitForTimeout(5000);
  cdp.off("Network.responseReceived", responded);
  cdp.off("Network.loadingFinished", finished);
  return total;
}
