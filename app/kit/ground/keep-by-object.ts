/** Makes something of an object once and keeps it as long as the object is in use; neither may change. */
export function keepByObject<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, { made: Made }>();
  return (key) => {
    const known = kept.get(key) ?? { made: make(key) };
    kept.set(key, known);
    return known.made;
  };
}
