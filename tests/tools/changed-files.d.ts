export function namesIn(source: string): string;
