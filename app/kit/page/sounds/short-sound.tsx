/** As narrow as a browser still shows its button to play. Said here, since tables are read by programs too that have no styles. */
const narrow = { width: 72, height: 26, verticalAlign: "middle" };

/** A sound of some seconds, as one button of the browser's own: in tables and between words, where a whole player would push them apart. `label` says what is heard. */
export function ShortSound({ src, label }: { src: string; label: string }) {
  return (
    <audio
      style={narrow}
      controls
      controlsList="nodownload noplaybackrate"
      preload="none"
      src={src}
      aria-label={label}
    />
  );
}
