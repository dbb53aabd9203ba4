/**
 * A rule of turning that binds buses: the roads `ways[0]` to `ways.at(-1)`, each joined to the next at one of `nodes`, may
 * not be driven in turn; with `only`, whoever drives the first of them must go on along the others.
 */
export interface TurnRule {
  relationId: number;
  only: boolean;
  ways: number[];
  /** One fewer than ways. */
  nodes: number[];
}
