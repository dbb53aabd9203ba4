import styles from "./footer.module.css";

export function Footer({ year }: { year: number }) {
  return (
    <footer id="end" className={styles.foot}>
      版权所有 © 2007-{year}
    </footer>
  );
}
