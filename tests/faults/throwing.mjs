import { AsyncResource } from "node:async_hooks";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Goes into every file of the program that `throws.ts` starts. While the file `armed` is there, each callback throws once
 * instead of doing its work; while `called` is there, too, those that nothing has called yet are called, one after another,
 * as their libraries would: from the event loop, in the context in which they were given away.
 */
const folder = process.env.THROWS_FOLDER;
const [armed, called, thrownList, seenList] = ["armed", "called", "thrown", "seen"].map((name) =>
  path.join(folder, name),
);
const namesIn = (file) => (existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);

if (!globalThis.__given) {
  const thrown = new Set(namesIn(thrownList));
  const seen = new Set(namesIn(seenList));
  const waiting = new Map();

  /** What a library was given. */
  globalThis.__given = (name, callback) => {
    if (typeof callback !== "function") return callback;
    if (!seen.has(name)) appendFileSync(seenList, `${name}\n`);
    seen.add(name);
    if (!thrown.has(name)) waiting.set(name, AsyncResource.bind(callback));
    return callback;
  };

  /** What is to throw in it. */
  const made = new WeakMap();
  globalThis.__throws = (name, callback) => {
    if (typeof callback !== "function") return callback;
    if (name === undefined) return made.get(callback) ?? callback;
    if (made.has(callback)) return made.get(callback);
    const throwing = function (...given) {
      if (!thrown.has(name) && existsSync(armed)) {
        thrown.add(name);
        waiting.delete(name);
        appendFileSync(thrownList, `${name}\n`);
        throw new Error(`thrown on purpose: ${name}`);
      }
      return callback.apply(this, given);
    };
    made.set(callback, throwing);
    return throwing;
  };

  setInterval(() => {
    if (!existsSync(called)) return;
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next[0]);
    setImmediate(next[1]);
  }, 50).unref();
}
