import { boxSize, isLngLat, type Box } from "~/transit/geo/lng-lat";
import { bindInputs } from "./bound-inputs.client";
import type { BoxPickerProps } from "./box-picker.island";
import { drawBox } from "./draw-box.client";
import { metresText } from "./line-drawing";
import type { MapView } from "./map-view.client";

interface BoxStatus {
  note: (text: string) => void;
  drawing: (on: boolean) => void;
}

export function pickBox(view: MapView, props: BoxPickerProps, { note, drawing }: BoxStatus) {
  const tell = (box: Box | null) => {
    const size = box && boxSize(box);
    note(size ? `选区 ${metresText(size.width)} × ${metresText(size.height)}，可拖动四边` : NO_BOX);
  };
  const names = [props.minLngName, props.minLatName, props.maxLngName, props.maxLatName];
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
  let isDrawing = false;
  const draw = (on: boolean) => {
    isDrawing = on;
    rectangle.drawing(on);
    drawing(on);
  };
  const rectangle = drawBox(view, (box) => {
    take(box);
    draw(false);
  });
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
  return {
    toggle: () => draw(!isDrawing),
    takeSight() {
      const box = view.shownBox();
      rectangle.show(box);
      take(box);
    },
    dispose() {
      inputs.dispose();
      rectangle.dispose();
    },
  };
}

const NO_BOX = "按住左键拖动，画出要选的范围";
