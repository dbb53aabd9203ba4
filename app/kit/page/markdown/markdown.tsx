import styles from "./markdown.module.css";

/** Shows what `markdownHtml` made, and nothing else. */
export function Markdown({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
