/** One thing that was looked at, in words for who runs the program. */
export interface Finding {
  mark: "好" | "注意" | "有问题";
  words: string;
}

export const good = (words: string): Finding => ({ mark: "好", words });
export const look = (words: string): Finding => ({ mark: "注意", words });
export const bad = (words: string): Finding => ({ mark: "有问题", words });
