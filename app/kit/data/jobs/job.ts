/** A queue by its name: what a request puts work into, whoever does it. */
export interface Queue<T extends object> {
  name: string;
  /** What people read of it in the log of jobs; its name where it has none. */
  title?: string;
  /** Called once when the job has failed for good, also by killing the program each time it was tried. */
  givenUp?(data: T, reason: string): Promise<void>;
  retries: number;
  /** Seconds one run may take. */
  seconds: number;
}

export interface Job<T extends object> extends Queue<T> {
  /** `signal` is aborted when the program stops; the job is then run again at the next start, so it must bear repetition. It may say how many rows it dealt with. */
  run(data: T, signal: AbortSignal): Promise<void | { rows: number }>;
}

/** Declares a queue; its data is kept as JSON. */
export function defineQueue<T extends object>(name: string, options: Partial<Omit<Queue<T>, "name">> = {}): Queue<T> {
  return { name, retries: 3, seconds: 5000, ...options };
}

export function defineJob<T extends object>(
  name: string,
  run: Job<T>["run"],
  options: Partial<Omit<Queue<T>, "name">> = {},
): Job<T> {
  return { ...defineQueue(name, options), run };
}
