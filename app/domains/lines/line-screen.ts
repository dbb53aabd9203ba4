import { screen, type Screen } from "~/kit/page/screens";
import { lineUrl } from "./urls";

type Line = { lineUuid: string; lineName: string };

/** A page below a line's own: its breadcrumb leads over the line, from wherever one comes. */
export const lineScreen = (of: Omit<Screen, "under">): Screen => screen({ ...of, under: lineAbove });

export const lineScreenFor = (work: string): Screen =>
  lineScreen({ title: (data: PageData) => `${lineOf(data)?.lineName ?? ""}：${work}` });

type PageData = Partial<Line & Record<"line" | "variant" | "version" | "record", Partial<Line> | null>>;

const lineOf = (data: PageData) =>
  [data, data.line, data.variant, data.version, data.record].find((one): one is Line =>
    Boolean(one?.lineUuid && one.lineName),
  );

function lineAbove(data: PageData) {
  const line = lineOf(data);
  return line ? [{ title: line.lineName, href: lineUrl(line) }] : [];
}
