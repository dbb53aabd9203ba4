import type { IconName } from "~/kit/page/forms/icon-names";
import sprite from "./icons.svg";

/** A picture of the sprite, decorative: what it does must stand beside it in words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
