import styles from "./footer.module.css";

export function Footer({ year }: { year: number }) {
  return <footer className={styles.foot}>版权所有 © 2007-{year}</footer>;
}
