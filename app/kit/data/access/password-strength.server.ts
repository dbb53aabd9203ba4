import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { spellingOf } from "~/kit/data/search/search-keys";
import { longestPassword } from "./passwords.server";

const shortest = 8;

/** What is wrong with a new password, in words; undefined when it is good enough. What is known of the person counts as easy to guess, as it stands and in pinyin. */
export async function findPasswordWeakness(
  password: string,
  ...knownOfThePerson: string[]
): Promise<string | undefined> {
  if (password.length < shortest) return `密码至少 ${shortest} 个字符`;
  if (password.length > longestPassword) return `密码最多 ${longestPassword} 个字符`;
  const { score } = (await loadStrength()).check(password, [...ofTheProduct, ...knownOfThePerson.flatMap(spellings)]);
  return score < 2 ? "密码太常见或太容易猜到，请换一个：可以用几个不相关的词，或更长的组合" : undefined;
}

const ofTheProduct = ["bus", "gongjiao", "gongjiaogongsi", "jichushuju", "shuju", "pingtai", "houtai", "xitong"];

function spellings(known: string): string[] {
  const { pinyin, initials } = spellingOf(known);
  return [...new Set([known, pinyin, initials])].filter((word) => word.length > 1);
}

let strength: Promise<ZxcvbnFactory> | undefined;

/** The lists take some 30 MB and 150 ms, so they are there from the first password that is set. */
const loadStrength = () => (strength ??= makeStrength());

async function makeStrength(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }, { chinesePasswords }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("./chinese-passwords"),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary, "passwords-chinese": chinesePasswords }, graphs });
}
