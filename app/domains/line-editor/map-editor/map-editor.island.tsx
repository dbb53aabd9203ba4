import { useMemo, useRef, useState } from "react";
import { useIslandHost } from "~/kit/page/islands/host";
import { MapFrameInReact } from "~/kit/page/map/map-frame-in-react";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { MapView } from "~/kit/page/map/map-view.client";
import type { Direction } from "~/domains/lines/directions";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import type { BaseOffer } from "./base-offers";
import { ChosenPart } from "./chosen-part";
import { beginEditing } from "./editor-state";
import { EditorTools } from "./editor-tools";
import { FormParts } from "./form-parts";
import { type Break, withBreaks } from "./gaps-of";
import { guardForm } from "./guard-form.client";
import type { LiveEditor } from "./live-editor.client";
import { PlanSummary } from "./plan-summary";
import { type KnownPlace, openPlan } from "./model";
import { OfferedStations } from "./offered-stations";
import { type PathText, planOf } from "./plan-text";
import { StationList } from "./station-list";
import styles from "./map-editor.module.css";

export interface LineMapEditorProps {
  title: string;
  direction: Direction;
  known: KnownPlace[];
  /** Ways that no road makes good, as stored. */
  breaks: Break[];
  settings: MapSettings;
  bases: BaseOffer[];
  mayMove: boolean;
  showSpacing: boolean;
  unsaved: boolean;
  lineUrl: string;
}

/** A direction drawn on the live map; it takes over what the page's form holds and fills the same fields. */
export default function LineMapEditor({
  title,
  direction,
  known,
  breaks,
  settings,
  bases,
  mayMove,
  showSpacing,
  unsaved,
  lineUrl,
}: LineMapEditorProps) {
  const host = useIslandHost();
  const given = useMemo(() => {
    const { rows, text } = typedIn(host?.typed ?? {});
    const { plan } = planOf(direction, rows, text, new Map(known.map((station) => [station.staUuid, station])));
    return {
      text,
      plan: plan ? withBreaks(plan, breaks) : openPlan(direction, [], { points: [], vias: [], freeHand: [] }),
      unread: plan === null,
    };
  }, []);
  // What was typed meanwhile and cannot be read must not be lost: the form without a map stays.
  if (given.unread) throw new Error("the text of the path cannot be read");
  const code = useMemo(() => import("./live-editor.client"), []);
  const editor = useRef<LiveEditor>();
  const root = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(() => beginEditing(given.plan));

  function start(view: MapView, { liveEditor }: typeof import("./live-editor.client")) {
    const guard = guardForm(
      root.current!,
      unsaved,
      () => live.settled(),
      () => live.say("正在查找道路，查完就保存…"),
    );
    const live = liveEditor(view, {
      root: root.current!,
      first: given.plan,
      lineUrl,
      mayMove,
      showSpacing,
      tell(next) {
        guard.changed(next.plan !== given.plan);
        setState(next);
      },
    });
    editor.current = live;
    return () => {
      live.dispose();
      guard.dispose();
    };
  }

  const edit = () => editor.current;
  return (
    <div ref={root} className={styles.editor} data-plan-waiting={state.waiting > 0 ? "" : undefined}>
      <EditorTools state={state} edit={edit} bases={bases} />
      <div className={styles.live}>
        <div className={styles.map}>
          <MapFrameInReact
            label={`${title}的地图`}
            settings={settings}
            height="100%"
            code={code}
            start={start}
            note={state.failure || state.note}
            noteBad={state.failure !== ""}
          />
        </div>
        <div className={styles.panel}>
          <PlanSummary plan={state.trial ?? state.plan} waiting={state.waiting} />
          <OfferedStations state={state} edit={edit} lineUrl={lineUrl} />
          <ChosenPart state={state} edit={edit} mayMove={mayMove} />
          <StationList state={state} edit={edit} showSpacing={showSpacing} />
        </div>
      </div>
      <FormParts
        plan={state.plan}
        original={state.plan === given.plan ? given.text : null}
        known={known}
        mayMove={mayMove}
        onTyped={(plan) => edit()?.change(plan, null)}
      />
    </div>
  );
}

/** The fallback's fields as they were when the map took over. */
function typedIn(typed: Record<string, string>): { rows: TypedRow[]; text: PathText } {
  const rows: Record<string, string>[] = [];
  for (const [name, value] of Object.entries(typed)) {
    const [, at, field] = /^rows\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
    if (field) (rows[Number(at)] ??= {})[field] = value;
  }
  const part = (name: keyof PathText) => typed[`map.${name}`] ?? "";
  return {
    rows: rows.filter(Boolean),
    text: { path: part("path"), vias: part("vias"), freeHand: part("freeHand"), moves: part("moves") },
  };
}
