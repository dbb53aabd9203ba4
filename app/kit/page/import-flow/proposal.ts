export interface Named {
  name: string;
  detail: string;
}

export interface Counts {
  new: number;
  changed: number;
  unchanged: number;
  /** Where the kind may end: roads that buses may use no more. */
  closed?: number;
}

/** Records of one kind that an import would make, change or leave; the lists may be cut short, the counts never are. */
export interface Proposal {
  counts: Counts;
  new: Named[];
  changed: Named[];
  unchanged: Named[];
}

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
