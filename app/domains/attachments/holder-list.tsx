import type { Holder } from "~/kit/room/file-holders.server";

/** What holds a file, with a link to each that the viewer may open. */
export function HolderList({ holders, most = 3 }: { holders: readonly Holder[]; most?: number }) {
  return (
    <>
      {holders.slice(0, most).map(({ label, title, href }, nth) => (
        <span key={nth}>
          {nth > 0 && "、"}
          {label} {title === null ? "（您无权查看）" : href ? <a href={href}>{title}</a> : title}
        </span>
      ))}
      {holders.length > most && ` 等 ${holders.length} 处`}
    </>
  );
}
