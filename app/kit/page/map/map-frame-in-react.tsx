import { useEffect, useRef, useState } from "react";
import { useIslandHost } from "~/kit/page/islands/host";
import styles from "./map.module.css";
import { shownUntilStands } from "./shown-until-stands";
import { mapFrame, type MapFrame, type MapFrameOptions } from "./map-frame.client";

interface Props<Code> extends MapFrameOptions<Code> {
  note: string;
  noteBad: boolean;
}

/** The map's frame within an island of React; its options never change, but for the note. */
export function MapFrameInReact<Code>({ note, noteBad, ...options }: Props<Code>) {
  const host = useIslandHost();
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<MapFrame>();
  const [failed, setFailed] = useState<{ error: unknown }>();
  if (failed) throw failed.error;
  useEffect(() => {
    const waiting = document.createElement("div");
    waiting.className = styles.waiting!;
    waiting.append(...shownUntilStands(host?.fallback ?? []));
    place.current!.append(waiting);
    const stand = () => waiting.remove();
    frame.current = mapFrame({ place: place.current!, stand, fail: (error) => setFailed({ error }) }, options);
    return () => frame.current?.dispose();
  }, []);
  useEffect(() => frame.current?.note(note, noteBad), [note, noteBad]);
  return <div ref={place} style={{ position: "relative", height: options.height }} />;
}
