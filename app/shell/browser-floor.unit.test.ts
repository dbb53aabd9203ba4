import { expect, it } from "vitest";
import { isBelowFloor } from "./browser-floor";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (Windows NT 6.1; WOW64) ${webkit} Chrome/69.0.3497.100 Safari/537.36`, true],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/85.0.4183.121 Safari/537.36`, true],
  [`Mozilla/5.0 (Windows NT 6.1; WOW64) ${webkit} Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE`, false],
  [`Mozilla/5.0 (Windows NT 6.1; WOW64) ${webkit} Chrome/109.0.0.0 Safari/537.36`, false],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, true],
  ["Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko", true],
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)", true],
  ["Mozilla/5.0 (Windows NT 6.1; rv:78.0) Gecko/20100101 Firefox/78.0", true],
  ["Mozilla/5.0 (Windows NT 6.1; rv:91.0) Gecko/20100101 Firefox/91.0", false],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/13.1.2 Safari/605.1.15", true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/14.0 Safari/605.1.15", false],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 13_3 like Mac OS X) AppleWebKit/605.1 Version/13.0 Mobile/15E148 Safari/604.1",
    true,
  ],
  ["curl/8.5.0", false],
  ["", false],
])("%s", (userAgent, below) => expect(isBelowFloor(userAgent)).toBe(below));
