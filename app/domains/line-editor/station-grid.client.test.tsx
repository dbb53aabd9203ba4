// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { find, openPage, type, until } from "../../../tests/kit/open-page";
import { Island } from "~/kit/page/islands/island";
import { mountIsland } from "~/kit/page/islands/mount";
import type { EditedRow } from "./sequence-cells";
import { SequenceRows, type SequenceRowsProps } from "./sequence-rows";
import StationGrid from "./station-grid.island";

const row = (n: number, more: Partial<EditedRow> = {}): EditedRow => ({
  staUuid: `s${n}`,
  staName: `站${n}`,
  staSelfCode: `S${n}`,
  staType: n === 1 ? "1" : n === 4 ? "2" : "5",
  distance: String(n * 100),
  inRadius: `5${n}`,
  along: n / 10,
  spacing: 0.1,
  ...more,
});

async function open(rows = [1, 2, 3, 4].map((n) => row(n)), before = () => {}) {
  const props: SequenceRowsProps = { direction: 1, rows, problems: [], showSpacing: true };
  openPage(
    <form method="post">
      <b data-stations-of="1">4</b>
      <Island name="stationGrid" props={props}>
        <SequenceRows {...props} />
      </Island>
    </form>,
  );
  before();
  let failed: unknown;
  mountIsland(find("[data-island]"), StationGrid as never, (error) => (failed = error));
  await until(() => {
    if (failed) throw failed;
    find("[data-verb]");
    expect(document.querySelector("caption")).toBeNull();
  });
}
const sent = (field: string) => {
  const found: string[] = [];
  for (const [name, value] of new FormData(find<HTMLFormElement>("form"))) {
    const [, at, what] = /^rows\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
    if (what === field) found[Number(at)] = value as string;
  }
  return found;
};
const become = (field: string, wanted: string[]) => until(() => expect(sent(field)).toEqual(wanted));
const labelled = <E extends HTMLElement = HTMLButtonElement>(label: string) => find<E>(`[aria-label='${label}']`);

it("the stations stand as they were given, with all that was typed before their grid stood", async () => {
  await open(undefined, () => (find<HTMLInputElement>("[name='rows[1].inRadius']").value = "99"));
  await become("staUuid", ["s1", "s2", "s3", "s4"]);
  expect(sent("inRadius")).toEqual(["51", "99", "53", "54"]);
  expect(sent("distance")).toEqual(["100", "200", "300", "400"]);
});

it("a station moves by one place with all that is said of it, and the ends stay ends", async () => {
  await open();
  labelled("下移 第 1 站 站1").click();
  await become("staUuid", ["s2", "s1", "s3", "s4"]);
  expect(sent("inRadius")).toEqual(["52", "51", "53", "54"]);
  expect(sent("staType")).toEqual(["1", "5", "5", "2"]);
  labelled("上移 第 4 站 站4").click();
  await become("staUuid", ["s2", "s1", "s4", "s3"]);
  expect(sent("staType")).toEqual(["1", "5", "5", "2"]);
  expect(document.body.textContent).not.toContain("0.100 / 0.100");
});

it("a station is taken out, the page's count follows, and the next one becomes the end", async () => {
  await open();
  labelled("移除 第 1 站 站1").click();
  await become("staUuid", ["s2", "s3", "s4"]);
  expect(sent("staType")).toEqual(["1", "5", "2"]);
  await until(() => expect(find("[data-stations-of]").textContent).toBe("3"));
});

it("what is typed goes to its own station, wherever that moves", async () => {
  await open();
  const box = labelled<HTMLSelectElement>("第 2 站 站2 的类型");
  type(box, "6");
  await become("staType", ["1", "6", "5", "2"]);
  labelled("下移 第 2 站 站2").click();
  await become("staType", ["1", "5", "6", "2"]);
});

it("a row without a station keeps what was pasted until one is chosen for it", async () => {
  await open([
    row(1),
    row(2, { staUuid: "", staName: "", asked: "人民", offers: [{ staUuid: "x", words: "人民路" }] }),
    row(4),
  ]);
  expect(sent("asked")[1]).toBe("人民");
  await become("staUuid", ["s1", "", "s4"]);
  const choice = find<HTMLSelectElement>("select[name='rows[1].staUuid']");
  type(choice, "x");
  await become("staUuid", ["s1", "x", "s4"]);
  expect(new FormData(find<HTMLFormElement>("form")).getAll("rows[1].staUuid")).toEqual(["x"]);
  expect(find<HTMLSelectElement>("select[name='rows[1].staUuid']").options).toHaveLength(2);
});
