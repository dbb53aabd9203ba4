const farthest = 10_000;

/** The page of a list that an address asks for by `page`, from 1; what no list has is its nearest. */
export const pageAsked = ({ searchParams }: URL) =>
  Math.min(farthest, Math.max(1, Math.floor(Number(searchParams.get("page")) || 1)));
