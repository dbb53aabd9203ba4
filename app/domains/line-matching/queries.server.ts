export { acceptMatch, oneClickMatch } from "./accept.server";
export { noGain } from "./gain.server";
export { type MatchAsked, proposeMatch } from "./propose.server";
export { keepReferenceIn, type NewReference, removeReference } from "./reference/keep-reference.server";
export { linesNamed, type NamedLine } from "./reference/named-lines.server";
export { findReference, type LineReference, referencesOf } from "./reference/references.server";
