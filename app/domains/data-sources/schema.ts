import { z } from "zod";

/** Kinds of sources whose numbers can mean something; files without numbers of their own share one. */
export const sourceKinds = ["osm", "gtfs", "announcer", "file"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Of whom a file's numbers are. */
export interface DataSource {
  sourceUuid: string;
  sourceName: string;
  kind: SourceKind;
  /** Whether a number stays itself whatever its name and place become. */
  trusts: "ids" | "places";
}

/** Everybody's, each made with the database. */
export const openStreetMap: DataSource = {
  sourceUuid: "00000000000070008000000000000001",
  sourceName: "OpenStreetMap",
  kind: "osm",
  trusts: "ids",
};
export const filesWithoutNumbers: DataSource = {
  sourceUuid: "00000000000070008000000000000002",
  sourceName: "线路文件",
  kind: "file",
  trusts: "places",
};

/** Asked of a file with numbers: a source that is known, or one that begins with it. */
export const newSource = "new";

/** How many of a file's numbers a source knows, and how many of those still mean what they meant. */
export const SourceEvidence = z.object({
  sourceUuid: z.string(),
  sourceName: z.string(),
  shared: z.number().describe("文件与来源共有的站点编号个数"),
  same: z.number().describe("其中站名和位置都没有变的个数"),
});
export type SourceEvidence = z.output<typeof SourceEvidence>;

/** The share of numbers that must still mean the same for a source to be proposed. */
const proposedFrom = 0.8;

/** The known source that a file most likely is from; none where each has other things under the same numbers. */
export const likelySource = (known: readonly SourceEvidence[]): SourceEvidence | undefined =>
  known.filter(({ shared, same }) => shared > 0 && same / shared >= proposedFrom).sort((a, b) => b.same - a.same)[0];
