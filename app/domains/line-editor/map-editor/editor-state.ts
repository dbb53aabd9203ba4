import type { Grip } from "./grip";
import type { LiveEditor } from "./live-editor.client";
import type { PlanState } from "./live-plan.client";
import type { Plan } from "./model";
import type { Offer } from "./offer-stations.client";

export interface EditorState extends PlanState {
  chosen: Grip | null;
  tool: "choose" | "draw" | "insert";
  drawn: number;
  /** The plan as it would be if what is dragged or drawn were let go here. */
  trial: Plan | null;
  /** Stations offered for the place that was clicked; null while none is asked. */
  offered: Offer | null;
  /** The serial that the next station put in is to have, as typed; empty: where it lengthens the way least. */
  at: string;
  note: string;
}

export interface EditorPart {
  state: EditorState;
  edit: () => LiveEditor | undefined;
}

export const beginEditing = (plan: Plan): EditorState => ({
  plan,
  mayUndo: false,
  mayRedo: false,
  waiting: 0,
  failure: "",
  chosen: null,
  tool: "choose",
  drawn: 0,
  trial: null,
  offered: null,
  at: "",
  note: "",
});
