/** Vite's refresh runtime expects Remix's hydrated router; pages have none, so this answers in its place. */
const page = window as unknown as Record<string, unknown>;
page.__remixRouter ??= {
  subscribe(listener: (state: object) => void) {
    queueMicrotask(() => listener({ revalidation: "idle" }));
    return () => {};
  },
  revalidate() {},
};
page.__remixClearCriticalCss ??= () => {};

export {};
