import { z } from "zod";

export const NameAndDetail = z.object({ name: z.string(), detail: z.string() });
export type NameAndDetail = z.output<typeof NameAndDetail>;

export const Counts = z.object({
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Where the kind may end: roads that buses may use no more. */
  closed: z.number().optional(),
});
export type Counts = z.output<typeof Counts>;

/** Records of one kind that an import would make, change or leave; the lists may be cut short, the counts never are. */
export const Proposal = z.object({
  counts: Counts,
  new: z.array(NameAndDetail),
  changed: z.array(NameAndDetail),
  unchanged: z.array(NameAndDetail),
});
export type Proposal = z.output<typeof Proposal>;

export const ProblemsReply = {
  problemCount: z.number(),
  problems: z.array(z.object({ where: z.string(), text: z.string() })),
};

export const mostListed = 500;

/** A proposal that fits a page; the counts stay whole. */
export function shortenProposal(all: Omit<Proposal, "counts">): Proposal {
  const counts = { new: all.new.length, changed: all.changed.length, unchanged: all.unchanged.length };
  return {
    counts,
    new: all.new.slice(0, mostListed),
    changed: all.changed.slice(0, mostListed),
    unchanged: all.unchanged.slice(0, mostListed),
  };
}

export const totalOf = ({ counts }: Proposal) => counts.new + counts.changed + counts.unchanged;
