import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { Client } from "../../kit/client";

/** What became of tries that were sent at once. */
export interface Attack {
  judged: number;
  letIn: number;
  faults: number;
  ms: number;
}

/** The attacking client, a process of its own: says when it is ready, waits for a word, sends all tries at once and tells what they were answered. */
const [url = "", password = "", how = "", count = "0"] = process.argv.slice(2);
console.log("ready");
await once(process.stdin, "data");
const began = performance.now();
const answers = await Promise.all(
  Array.from({ length: Number(count) }, (_, nth) => guess(nth >= Number(count) - 50 ? password : `Bu-Dui-De-${nth}`)),
);
const told = answers.join("\n");
const times = (words: RegExp) => told.match(words)?.length ?? 0;
const attack: Attack = {
  judged: times(/账号或密码不正确/g) + times(/let in/g),
  letIn: times(/let in/g),
  faults: times(/fault/g),
  ms: Math.round(performance.now() - began),
};
console.log(JSON.stringify(attack));

async function guess(userPassword: string): Promise<string> {
  const stranger = new Client(url, { address: "127.0.0.3" });
  const asked = { userAccount: "admin", userPassword };
  if (how === "page") {
    const { status, text } = await stranger.post("/login", asked);
    return status === 303 ? "let in" : status >= 500 ? "fault" : (/账号或密码不正确/.exec(text)?.[0] ?? String(status));
  }
  const { http, success, message } = await stranger.call("/api/base/login/login", asked);
  return success ? "let in" : http >= 500 ? "fault" : message;
}
