import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useIslandHost } from "~/kit/page/islands/host";
import { baseMap } from "./base-maps";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import { createMapView } from "./map-view.client";
import type { MapView } from "./map-view.client";
import { keepScale } from "./scale-line.client";

interface MapFrameProps {
  settings: MapSettings;
  label: string;
  /** Pixels, or all that the parent has. */
  height: number | "100%";
  /** Fills the map once it stands and gives back what takes it away; until its promise is kept the fallback stays in sight. */
  start: (view: MapView) => Promise<() => void>;
  tools?: ReactNode;
  /** A line of text in the corner, read out when it changes. */
  note?: string;
  /** The line says what is wrong. */
  noteBad?: boolean;
}

/** A map with buttons for zoom, home and full screen, all reachable by keyboard; an error of `start` brings the fallback back. */
export function MapFrame({ settings, label, height, start, tools, note, noteBad }: MapFrameProps) {
  const host = useIslandHost();
  const frame = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const waiting = useRef<HTMLDivElement>(null);
  const scale = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>();
  const [{ error, ready }, setState] = useState<{ error?: unknown; ready?: boolean }>({});
  if (error) throw error;

  useEffect(() => {
    waiting.current?.replaceChildren(...(host?.fallback ?? []).map((node) => node.cloneNode(true)));
    const live = createMapView(target.current!, settings);
    view.current = live;
    const stopScale = keepScale(live.map, scale.current!);
    let stopped = false;
    let stop = () => {};
    Promise.all([start(live), live.based]).then(
      ([stopper]) => {
        if (stopped) return stopper();
        stop = stopper;
        live.map.once("rendercomplete", () => setState({ ready: true }));
        live.map.render();
      },
      (reason: unknown) => stopped || setState({ error: reason }),
    );
    return () => {
      stopped = true;
      stop();
      stopScale();
      live.dispose();
    };
    // The props of an island never change.
  }, []);

  const fullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <div ref={frame} className={styles.frame} style={{ height }} data-map-ready={ready ? "" : undefined}>
      <div
        ref={target}
        className={styles.target}
        tabIndex={0}
        role="application"
        aria-label={`${label}。方向键移动地图，加号和减号缩放。`}
      />
      {!ready && <div ref={waiting} className={styles.waiting} aria-hidden="true" />}
      <div ref={scale} className={styles.scale} aria-hidden="true" />
      <div className={styles.credit}>{baseMap(settings).attribution}</div>
      <div className={styles.note} role="status" hidden={!note} data-bad={noteBad || undefined}>
        {note}
      </div>
      <div className={styles.tools} role="group" aria-label="地图工具">
        <Tool label="放大" sign="＋" onClick={() => view.current?.zoomBy(1)} />
        <Tool label="缩小" sign="－" onClick={() => view.current?.zoomBy(-1)} />
        <Tool label="复位" onClick={() => view.current?.home()} />
        {document.fullscreenEnabled && <Tool label="全屏" onClick={fullScreen} />}
        {tools}
      </div>
    </div>
  );
}

/** A button on a map; `sign` is shown in place of its label. */
export function Tool({
  label,
  sign,
  pressed,
  disabled,
  onClick,
}: {
  label: string;
  sign?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={sign && label}
      title={sign && label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {sign ?? label}
    </button>
  );
}
