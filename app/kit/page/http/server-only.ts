/**
 * A value for a page to show and for nobody to be sent: Remix encodes whatever a loader answers for its client router,
 * which our pages do not have, and finds nothing in a private field. (An object that inherits the value would do as well,
 * but what is a prototype stays in memory until the next full collection.)
 */
export class ServerOnly<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }
}
