import { keepFresh } from "~/kit/page/islands/keep-fresh";

/** Brings the display up to date in place of loading it anew: while the server is away it stays and shows its age. */
export default function freshWall(_host: unknown, { seconds }: { seconds: number }) {
  return keepFresh(seconds);
}
