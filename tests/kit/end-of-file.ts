type Work = () => unknown;

const shared = globalThis as typeof globalThis & { __endOfFile?: Work[] };
const works = (shared.__endOfFile ??= []);

/** What is to be done when the test file has ended, before its database goes. */
export function atEndOfFile(work: Work): void {
  works.push(work);
}

/** All of it, in turn; throws the first error once all is done. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works)
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
