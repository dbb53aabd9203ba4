import type { ReactNode } from "react";
import { Icon } from "~/kit/page/screens/icon";

/** Leads out of this program: into a new window, which learns nothing of this one. */
export function ExternalLink({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  return (
    <a href={href} title={title} target="_blank" rel="noopener">
      {children}
      <Icon name="external" />
      <span className="unseen">（在新窗口打开）</span>
    </a>
  );
}
