import { useMemo, useRef, useState, memo, useEffect } from "react";
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
import { type Break, withBreaks } from "./gaps-of";
import { guardForm } from "./guard-form.client";
import type { LiveEditor } from "./live-editor.client";
import { type KnownPlace, openPlan, callsOf, type Plan } from "./model";
import { OfferedStations } from "./offered-stations";
import { type PathText, planOf, type LineFault, textLabels, textOf } from "./plan-text";
import { StationList } from "./station-list";
import styles from "./map-editor.module.css";
import { formatVersions } from "./station-versions";
import { metresText } from "~/kit/page/map/line-drawing";
import { figuresOf, measure } from "./measure-plan";

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

interface FormPartsProps {
  plan: Plan;
  /** The text as it stood on the page, while nothing has been changed. */
  original: PathText | null;
  known: readonly KnownPlace[];
  mayMove: boolean;
  onTyped: (plan: Plan) => void;
}

const fields = ["path", "vias", "freeHand", "moves"] as const;

/** The form's fields as the plan fills them; the text may be typed into as well. Written anew with the plan only, not while something is dragged. */
const FormParts = memo(FormFields, (before, after) => before.plan === after.plan && before.original === after.original);

function FormFields({ plan, original, known, mayMove, onTyped }: FormPartsProps) {
  const text = original ?? textOf(plan);
  const [typed, setTyped] = useState<Partial<PathText>>({});
  const [faults, setFaults] = useState<LineFault[]>([]);
  useEffect(() => (setTyped({}), setFaults([])), [plan]);
  const calls = callsOf(plan);
  const rows = calls.map(({ row }) => row);
  const places = calls.map(({ station }) => station);
  const take = () => {
    if (fields.every((field) => typed[field] === undefined || typed[field] === text[field])) return setFaults([]);
    const read = planOf(plan.direction, rows, { ...text, ...typed }, byKey([...known, ...places]));
    setFaults(read.errors);
    if (read.plan) onTyped(read.plan);
  };
  return (
    <>
      {mayMove && (
        <input type="hidden" name="map.seen" value={formatVersions(byKey([...places, ...known]).values())} readOnly />
      )}
      <RowFields rows={rows} />
      <details className={styles.texts}>
        <summary>坐标文本{faults.length > 0 ? "（有误）" : ""}</summary>
        {faults.length > 0 && (
          <ul role="alert" className="notice bad">
            {faults.map(({ field, line, message }, at) => (
              <li key={at}>{`${textLabels[field]}${line > 0 ? `第 ${line} 行` : ""}：${message}`}</li>
            ))}
          </ul>
        )}
        <div className={styles.textGrid}>
          {fields.map((field) => (
            <label key={field} hidden={field === "moves" && !mayMove}>
              {textLabels[field]}
              <textarea
                name={`map.${field}`}
                rows={8}
                value={typed[field] ?? text[field]}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                onBlur={take}
              />
            </label>
          ))}
        </div>
      </details>
    </>
  );
}

const byKey = (places: readonly KnownPlace[]) => new Map(places.map((place) => [place.staUuid, place]));

const RowFields = memo(
  ({ rows }: { rows: readonly TypedRow[] }) => (
    <>
      {rows.map((row, at) =>
        Object.entries(row).map(
          ([name, value]) =>
            value !== undefined && (
              <input key={`${at}${name}`} type="hidden" name={`rows[${at}].${name}`} value={value} readOnly />
            ),
        ),
      )}
    </>
  ),
  (before, after) => before.rows.length === after.rows.length && before.rows.every((row, at) => row === after.rows[at]),
);

function PlanSummary({ plan, waiting }: { plan: Plan; waiting: number }) {
  const measured = measure(plan);
  const total = figuresOf(plan).at(-1)?.along ?? 0;
  const gaps = Math.max(1, measured.length - 1);
  const straight = plan.legs.filter(({ way }) => way === "missing").length;
  const doubtful = measured.filter(({ reason }) => reason).length;
  const outside = plan.head.length + plan.tail.length > 0;
  return (
    <div className={styles.summary} role="status" aria-live="polite">
      <strong>
        {measured.some(({ unsure }) => unsure) && "约 "}
        {(total / 1000).toFixed(3)} 公里
      </strong>
      ，{callsOf(plan).length} 站{measured.length > 1 && `，平均站距 ${metresText(total / gaps)}`}
      {waiting > 0 && <span className={styles.waiting}>正在查找 {waiting} 段道路…</span>}
      {straight > 0 && <span className={styles.bad}>{straight} 段是直线</span>}
      {doubtful > 0 && <span className={styles.doubtful}>{doubtful} 处存疑</span>}
      {outside && <span className={styles.doubtful}>首末站外还有路径</span>}
    </div>
  );
}
