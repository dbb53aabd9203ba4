import type { NetworkDirection, NetworkLine } from "../network/network.server";
import type { ExportCalendars } from "./export-calendars";

export interface FeedAsked {
  asOf: string;
  all: boolean;
  until: string;
  /** km/h. */
  speed: number;
  zone: string;
  url: string;
  publisher: string;
}

export type FeedFacts = FeedAsked & { calendars: ExportCalendars };

type Value = string | number | null | undefined;
type Pass = () => AsyncIterable<NetworkLine>;
export type GtfsTable = (pass: Pass, facts: FeedFacts) => AsyncIterable<string>;

/** A line of CSV as RFC 4180 has it. */
export const row = (...values: Value[]) =>
  `${values.map((value) => (/[",\r\n]/.test(String(value ?? "")) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""))).join(",")}\r\n`;

export const tripOf = ({ classifySid, direction }: NetworkDirection) => `${classifySid}-${direction}`;
export const runs = ({ directions }: NetworkLine) => directions.filter(({ calls }) => calls.length > 1);
export const plainDay = (day: string) => day.replaceAll("-", "");
