export const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
