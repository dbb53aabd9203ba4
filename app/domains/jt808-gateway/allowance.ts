/** What one may send: so much a second in the long run, ten seconds' worth at once. */
export class Allowance {
  private left: number;
  private at = performance.now();

  constructor(private readonly perSecond: number) {
    this.left = 10 * perSecond;
  }

  give(amount: number): void {
    this.left += amount;
  }

  /** False where it is too much. */
  take(amount: number): boolean {
    const now = performance.now();
    this.left = Math.min(10 * this.perSecond, this.left + ((now - this.at) / 1000) * this.perSecond) - amount;
    this.at = now;
    return this.left >= 0;
  }
}
