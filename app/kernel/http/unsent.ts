/**
 * A value for a page to show and for nobody to be sent: Remix encodes whatever a loader answers for its client router,
 * which our pages do not have. The properties are inherited, so that they read as ever but there are none to encode;
 * spreading an object or `Array.isArray` does not see through it.
 */
export function unsent<T extends object>(value: T): T {
  return Object.create(value) as T;
}
