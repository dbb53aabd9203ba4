/** The header by which the frame's script asks for a change without a page after it. */
export const inPlace = "X-In-Place";

/** What such a change is answered with; undefined for a form, which is led on. */
export const inPlaceAnswer = ({ headers }: Request): Response | undefined =>
  headers.has(inPlace) ? new Response(null, { status: 204 }) : undefined;
