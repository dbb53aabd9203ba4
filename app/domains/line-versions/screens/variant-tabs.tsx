import { type Query, queryText } from "~/domains/lines/urls";
import styles from "../lines.module.css";

interface VariantTabsProps {
  variants: readonly { classifySid: string; classifyName: string; sortType: number }[];
  current: string;
  query?: Query;
}

export function VariantTabs({ variants, current, query }: VariantTabsProps) {
  if (variants.length < 2) return null;
  return (
    <div className={styles.tabs}>
      <nav aria-label="线路分类">
        {variants.map(({ classifySid, classifyName, sortType }) => (
          <a
            key={classifySid}
            href={queryText({ ...query, classify: sortType === 1 ? null : classifySid }) || "?"}
            aria-current={classifySid === current ? "page" : undefined}
          >
            {classifyName}
            {sortType === 1 && "（主）"}
          </a>
        ))}
      </nav>
    </div>
  );
}
