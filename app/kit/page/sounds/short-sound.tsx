import styles from "./short-sound.module.css";

/** A sound of some seconds, as one button of the browser's own: in tables and between words, where a whole player would push them apart. `label` says what is heard. */
export function ShortSound({ src, label }: { src: string; label: string }) {
  return (
    <audio
      className={styles.sound}
      controls
      controlsList="nodownload noplaybackrate"
      preload="none"
      src={src}
      aria-label={label}
    />
  );
}
