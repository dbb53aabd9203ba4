import { expect, it } from "vitest";
import { requestFacts } from "./request.server";

const [masked, whole] = [{}, {}];

/** What is read in turn in one request: the key asked for and the how-manieth reading it is answered from. */
async function readIn(method: string, asked: [source: object, key: string][]): Promise<string[]> {
  const { readOnce } = requestFacts(new Request("http://bus.example/bus/1", { method }), {});
  let readings = 0;
  const answers = asked.map(([source, key]) => readOnce(source, key, () => Promise.resolve(`${key} ${++readings}`)));
  return Promise.all(answers);
}

it("reads once what two loaders ask of one source, and never hands one source's reading to another", async () => {
  const asked: [object, string][] = [
    [masked, "a"],
    [masked, "a"],
    [whole, "a"],
    [masked, "b"],
  ];
  expect(await readIn("GET", asked)).toEqual(["a 1", "a 1", "a 2", "b 3"]);
  expect(await readIn("HEAD", asked)).toEqual(["a 1", "a 1", "a 2", "b 3"]);
});

it("reads anew each time where something is changed, since what was read before is not what is there after", async () => {
  const asked: [object, string][] = [
    [whole, "a"],
    [whole, "a"],
  ];
  expect(await readIn("POST", asked)).toEqual(["a 1", "a 2"]);
});
