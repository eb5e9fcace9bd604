/** Attempts laid out in time, with long waits folded, so that work of milliseconds between them is visible. */
export interface AttemptTimes {
  attempt: number;
  /** When it could have started at the earliest. */
  due: number | null;
  started: number | null;
  finished: number | null;
}

export interface Bar {
  attempt: number;
  kind: "wait" | "work";
  from: number;
  to: number;
  /** Left edge and width, as shares of the whole. */
  x: number;
  width: number;
  /** Whether it is drawn shorter than it was. */
  folded: boolean;
}

const LEAST = 0.012;
const FOLDED = 0.09;

export function gantt(attempts: readonly AttemptTimes[], now: number): Bar[] {
  const pieces = inOrder(attempts, now);
  if (pieces.length === 0) return [];
  const work = pieces
    .filter((piece) => piece.kind === "work")
    .reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const limit = Math.max(work, 1);
  const sized = pieces.map((piece) => {
    const length = piece.to - piece.from;
    const folded = piece.kind === "wait" && length > limit && pieces.length > 1;
    return { ...piece, folded, size: folded ? 0 : length };
  });
  const folds = sized.filter((piece) => piece.folded).length;
  const room = Math.max(0.2, 1 - folds * FOLDED - sized.length * LEAST);
  const plain = sized.reduce((sum, piece) => sum + piece.size, 0) || 1;
  const widths = sized.map((piece) => LEAST + (piece.folded ? FOLDED : (room * piece.size) / plain));
  const all = widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  return sized.map(({ attempt, kind, from, to, folded }, index) => {
    const width = (widths[index] ?? 0) / all;
    const bar: Bar = { attempt, kind, from, to, x, width, folded };
    x += width;
    return bar;
  });
}

interface Piece {
  attempt: number;
  kind: "wait" | "work";
  from: number;
  to: number;
}

function inOrder(attempts: readonly AttemptTimes[], now: number): Piece[] {
  const pieces: Piece[] = [];
  let at: number | null = null;
  for (const one of [...attempts].sort((a, b) => a.attempt - b.attempt)) {
    const begin: number | null = at ?? one.due ?? one.started;
    const started = one.started ?? (one.finished !== null ? one.finished : now);
    if (begin !== null && started > begin) {
      pieces.push({ attempt: one.attempt, kind: "wait", from: begin, to: started });
    }
    if (one.started !== null) {
      const to = Math.max(one.started, one.finished ?? now);
      pieces.push({ attempt: one.attempt, kind: "work", from: one.started, to });
      at = to;
    } else {
      at = started;
    }
  }
  return pieces;
}
