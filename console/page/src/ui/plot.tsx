import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { duration, local, zoneFor } from "../core/time.ts";
import { theme, zoneMode } from "./settings.ts";

export interface PlotPoint {
  at: number;
  ms: number;
  failed: boolean;
}

interface PlotProps {
  points: readonly PlotPoint[];
  marks: readonly { word: string; ms: number }[];
  zone: string | null;
  onPick: (index: number) => void;
}

const HEIGHT = 220;
const WORDS_HIGH = 14;

/** How long runs took, on a logarithmic scale, with lines for the percentiles. */
export function DurationPlot({ points, marks, zone, onPick }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = theme.value;
  const mode = zoneMode.value;
  useEffect(() => {
    const element = box.current;
    if (!element || points.length === 0) return;
    const plot = new uPlot(
      options(element, points, marks, zoneFor(mode, zone), onPick),
      data(points),
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [points, marks, zone, chosen, mode]);
  const words = `Duration of ${points.length} runs. ${marks.map((mark) => `${mark.word}: ${duration(mark.ms)}`).join(", ")}`;
  return <div class="plot" ref={box} role="img" aria-label={words} />;
}

function data(points: readonly PlotPoint[]): uPlot.AlignedData {
  return [
    points.map((point) => point.at / 1_000),
    points.map((point) => (point.failed ? null : Math.max(1, point.ms))),
    points.map((point) => (point.failed ? Math.max(1, point.ms) : null)),
  ];
}

function options(
  box: HTMLElement,
  points: readonly PlotPoint[],
  marks: PlotProps["marks"],
  zone: string,
  onPick: (index: number) => void,
): uPlot.Options {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  const font = `11px ${style.getPropertyValue("--font")}`;
  const dots = (name: string): uPlot.Series => ({
    stroke: colour(name),
    paths: () => null,
    points: { show: true, size: 6, fill: colour(name), stroke: colour(name) },
  });
  return {
    width: box.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, x: false, y: false, points: { size: 10 } },
    scales: {
      x: { time: true },
      y: {
        distr: 3,
        range: (_plot, low, high) => [low / 1.6, Math.max(high, ...marks.map((m) => m.ms)) * 1.8],
      },
    },
    series: [{}, dots("--good"), dots("--bad")],
    axes: [
      {
        ...axis,
        font,
        size: 28,
        space: 90,
        values: (_plot, splits) => splits.map((at) => tick(at * 1_000, zone, points)),
      },
      {
        ...axis,
        font,
        size: 58,
        splits: (_plot, _axis, low, high) => roundDurations(low, high),
        filter: (_plot, splits) => splits,
        values: (_plot, splits) => splits.map((ms) => duration(ms).replace(".0 s", " s")),
      },
    ],
    hooks: {
      draw: [(plot) => drawMarks(plot, marks, colour("--accent"), font)],
      ready: [
        (plot) =>
          plot.over.addEventListener("click", () => {
            const index = plot.cursor.idx;
            if (typeof index === "number") onPick(index);
          }),
      ],
    },
  };
}

const ROUND_MS = [1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 86_400_000];

/** Grid lines at round durations; at steps of 1, 2 and 5 if fewer than two fit. */
export function roundDurations(low: number, high: number): number[] {
  const round = ROUND_MS.filter((ms) => ms >= low && ms <= high);
  if (round.length > 1) return round;
  return ROUND_MS.flatMap((ms) => [ms, ms * 2, ms * 5]).filter((ms) => ms >= low && ms <= high);
}

function tick(at: number, zone: string, points: readonly PlotPoint[]): string {
  const span = (points[points.length - 1]?.at ?? 0) - (points[0]?.at ?? 0);
  const shown = local(at, zone);
  if (span > 3 * 86_400_000) return shown.day;
  return span > 600_000 ? shown.time.slice(0, 5) : shown.time;
}

function drawMarks(plot: uPlot, marks: PlotProps["marks"], colour: string, font: string): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = scale;
  ctx.font = font.replace("11px", `${11 * scale}px`);
  ctx.textAlign = "right";
  ctx.textBaseline = "bottom";
  let above = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const y = plot.valToPos(Math.max(1, mark.ms), "y", true);
    ctx.setLineDash([4 * scale, 4 * scale]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // A label that would overlap the one below is left out, as the legend has it too.
    if (above - y < WORDS_HIGH * scale) continue;
    above = y;
    ctx.fillText(`${mark.word} ${duration(mark.ms)}`, bbox.left + bbox.width - 4 * scale, y - 2 * scale);
  }
  ctx.restore();
}
