import type { Visitor } from "../kit/visit";

/** The three things that show a call of the specification as built. */
export interface CallProof {
  /** A success that returns named demo records, or a change that another call or page then shows. `person` holds every permission, in a database of the demo city. */
  success(person: Visitor): Promise<void>;
  /** A body with one bad field, and where the refusal must stand; absent only for calls that take no field. */
  bad?: { body: unknown | ((person: Visitor) => Promise<unknown>); path: string; message: string | RegExp };
  /** How a call that is open to strangers refuses; those with a permission or a session are refused by the sweep itself. */
  refuses?(stranger: Visitor): Promise<void>;
}

export const callProofs = new Map<string, CallProof>();

/** Registers the proof that a row of endpoints.tsv is built: its three tests are made from it. */
export function builtCall(path: string, proof: CallProof): void {
  if (callProofs.has(path)) throw new Error(`two proofs of ${path}`);
  callProofs.set(path, proof);
}

/** What shows a screen of the specification as built, without JavaScript. */
export interface ScreenProof {
  /** Where to find it; the row's path unless that has a parameter. */
  at?: (person: Visitor) => Promise<string>;
  status?: number;
  heading: string | RegExp;
  /** A named demo record (or what stands for one on pages without records). */
  shows: string | RegExp | (() => string);
  /** Its main change, seen afterwards. */
  change?(person: Visitor): Promise<void>;
}

export const screenProofs = new Map<string, ScreenProof>();

/** Registers the proof that a row of screens.tsv is built. */
export function builtScreen(path: string, proof: ScreenProof): void {
  if (screenProofs.has(path)) throw new Error(`two proofs of ${path}`);
  screenProofs.set(path, proof);
}
