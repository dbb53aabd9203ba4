import { useRef, useState } from "react";
import { bindInputs } from "./bound-inputs.client";
import { drawBox } from "./draw-box.client";
import type { DrawnBox } from "./draw-box.client";
import { metresText } from "./line-drawing";
import { boxSize, isLngLat } from "~/transit/geo/lng-lat";
import type { Box } from "~/transit/geo/lng-lat";
import { MapFrame, Tool } from "./map-frame";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";

export interface BoxPickerProps {
  minLngName: string;
  minLatName: string;
  maxLngName: string;
  maxLatName: string;
  mapSettings: MapSettings;
  height: number;
}

/** A rectangle on the live map that moves with four number inputs of the same form, and moves them. */
export default function BoxPickerIsland({
  minLngName,
  minLatName,
  maxLngName,
  maxLatName,
  mapSettings,
  height,
}: BoxPickerProps) {
  const [note, setNote] = useState(EMPTY);
  const [drawing, setDrawing] = useState(false);
  const drawn = useRef<DrawnBox>();
  const takeView = useRef(() => {});

  const draw = (on: boolean) => {
    drawn.current?.drawing(on);
    setDrawing(on);
  };

  async function start(view: MapView) {
    const tell = (box: Box | null) => {
      const size = box && boxSize(box);
      setNote(size ? `选区 ${metresText(size.width)} × ${metresText(size.height)}，可拖动四边` : EMPTY);
    };
    const names = [minLngName, minLatName, maxLngName, maxLatName];
    const inputs = bindInputs(view.target, names, () => {
      rectangle.show(typed());
      tell(typed());
    });
    const typed = (): Box | null => {
      const [minLng, minLat, maxLng, maxLat] = (inputs.read() ?? [NaN, NaN, NaN, NaN]) as [
        number,
        number,
        number,
        number,
      ];
      const sound = isLngLat(minLng, minLat) && isLngLat(maxLng, maxLat) && minLng < maxLng && minLat < maxLat;
      return sound ? { minLng, minLat, maxLng, maxLat } : null;
    };
    const take = (box: Box) => {
      inputs.write([box.minLng, box.minLat, box.maxLng, box.maxLat]);
      tell(box);
    };
    const rectangle = drawBox(view, (box) => {
      take(box);
      draw(false);
    });
    drawn.current = rectangle;
    takeView.current = () => {
      const box = view.shownBox();
      rectangle.show(box);
      take(box);
    };
    const toCentre = view.home;
    view.home = () => {
      const box = typed();
      if (box) view.fit(box);
      else toCentre();
    };
    view.home();
    rectangle.show(typed());
    tell(typed());
    draw(typed() === null);
    return () => {
      inputs.dispose();
      rectangle.dispose();
    };
  }

  const tools = (
    <>
      <Tool label="画选区" pressed={drawing} onClick={() => draw(!drawing)} />
      <Tool label="取当前视野" onClick={() => takeView.current()} />
    </>
  );
  return (
    <MapFrame label="选择范围的地图" settings={mapSettings} height={height} start={start} note={note} tools={tools} />
  );
}

const EMPTY = "按住左键拖动，画出要选的范围";
