import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, percentile, reported } from "../../bench/figure";
import { listOfContents } from "../../hostile/packed";
import { signedIn } from "../../strangers/signed-in";
import type { Program } from "../program";

const pages = 300;
const atLeastMs = 5;

/** Ten small files at once that unpack to a thousand times their size, from an account without any permission: what other people's pages take beside them. */
export async function packed(program: Program, password: string): Promise<Figure[]> {
  const { cookie } = await signedIn(program.url, "admin", password);
  const nobody = await signedIn(program.url, "nobody", program.printed(/账号 nobody（.*密码 (\S+)/));
  const page = async () => {
    const began = performance.now();
    const answer = await program.ask("/station/station-management", { headers: { Cookie: cookie } });
    if (answer?.status !== 200) throw new Error(`no page: ${answer?.status}`);
    return performance.now() - began;
  };
  const visit = async () => {
    const took: number[] = [];
    for (let nth = 0; nth < pages; nth++) {
      took.push(await page());
      await sleep(5);
    }
    return percentile(took, 0.99);
  };
  const bytes = new Uint8Array(listOfContents());
  const send = async () => {
    const body = new FormData();
    body.set("avatar", new File([bytes], "头像.png"));
    const headers = { Cookie: nobody.cookie, "Sec-Fetch-Site": "same-origin" };
    return (await program.ask("/personal-settings", { method: "POST", headers, body }))?.status;
  };
  await visit();
  const without = await visit();
  const [beside, sent] = await Promise.all([visit(), Promise.all(Array.from({ length: 10 }, send))]);
  return [
    reported("pages without them, p99", Math.round(without), "ms"),
    atMost(
      "pages beside ten small files that unpack to much, p99",
      Math.round(beside),
      2 * Math.max(without, atLeastMs),
      "ms",
    ),
    atMost("such files that were taken", sent.filter((status) => status !== 422).length, 0, "files"),
  ];
}
