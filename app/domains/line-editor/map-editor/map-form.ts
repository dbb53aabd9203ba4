import { z } from "zod";
import { SequenceForm } from "~/domains/line-versions/sequence/sequence-form";
import type { PathText } from "./plan-text";

const typed = z.string().optional();

/** The map page's form: the station rows as in the sequence editor, the path as text, and which button was pressed. */
export const MapForm = SequenceForm.extend({
  map: z.object({ path: typed, vias: typed, freeHand: typed, moves: typed, seen: typed }).default({}),
  /** Serials between which the roads are to be searched anew; left out: everywhere. */
  from: typed,
  to: typed,
  /** The serial of the station that is to have another place. */
  which: typed,
  /** The person has seen which lines a moved station concerns. */
  acknowledged: typed,
});
export type MapForm = z.output<typeof MapForm>;

export const pathTextOf = ({ map }: Pick<MapForm, "map">): PathText => ({
  path: map.path ?? "",
  vias: map.vias ?? "",
  freeHand: map.freeHand ?? "",
  moves: map.moves ?? "",
});
