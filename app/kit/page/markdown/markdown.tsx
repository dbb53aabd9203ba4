import styles from "./markdown.module.css";

export function Markdown({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
