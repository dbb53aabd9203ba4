import { outside } from "~/kit/data/access/outside";

/** A link under a record's name; only words where it lies outside the viewer's organisations. */
export const NamedLink = ({ name, href, more = "" }: { name: string | null; href: string; more?: string | null }) =>
  name === outside ? (
    <span className="quiet">{outside}</span>
  ) : (
    <a href={href}>{[name, more].filter(Boolean).join(" ")}</a>
  );
