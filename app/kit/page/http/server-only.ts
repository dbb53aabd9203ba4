/** Remix encodes what a loader answers for its client router, which we lack; in a private field it finds nothing. */
export class ServerOnly<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }
}
