/** Lets the page do what else it has to do. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
