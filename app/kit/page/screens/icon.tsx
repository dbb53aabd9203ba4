import type { IconName } from "~/kit/page/forms/icon-names";
import { type verbIcons, verbIconOf } from "~/kit/page/forms/verb-icons";
import sprite from "./icons.svg";

/** A picture of the sprite, decorative: what it does must stand beside it in words. */
export function Icon({ name }: { name: IconName | (typeof verbIcons)[number] }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** What a button does, in words and, where it has one, with its picture. */
export function Verb({ words }: { words: string }) {
  const icon = verbIconOf(words);
  return (
    <>
      {icon && <Icon name={icon} />}
      {words}
    </>
  );
}
