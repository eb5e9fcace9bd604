import assert from "node:assert/strict";
import { test } from "node:test";
import { type AttemptTimes, gantt } from "../src/core/gantt.ts";
import { yearOfDays } from "../src/core/heat.ts";
import { mergeRows, visibleRows } from "../src/core/rows.ts";

const attempt = (
  number: number,
  due: number,
  started: number | null,
  finished: number | null,
): AttemptTimes => ({
  attempt: number,
  due,
  started,
  finished,
});

test("a wait that is longer than all work is folded, and nothing overlaps", () => {
  const bars = gantt([attempt(1, 0, 5, 105), attempt(2, 105, 600_105, 600_205)], 0);
  assert.deepEqual(
    bars.map(({ attempt, kind, folded }) => [attempt, kind, folded]),
    [
      [1, "wait", false],
      [1, "work", false],
      [2, "wait", true],
      [2, "work", false],
    ],
  );
  bars.forEach((bar, index) => {
    const before = bars[index - 1];
    assert.ok(Math.abs(bar.x - (before ? before.x + before.width : 0)) < 1e-9);
  });
  const last = bars[3];
  assert.ok(last && Math.abs(last.x + last.width - 1) < 1e-9);
  assert.ok((bars[2]?.width ?? 1) < 0.2);
});

test("an attempt that runs reaches until now, one that has not begun only waits", () => {
  assert.deepEqual(
    gantt([attempt(1, 0, 10, null)], 50).map(({ kind, to }) => [kind, to]),
    [
      ["wait", 10],
      ["work", 50],
    ],
  );
  assert.deepEqual(
    gantt([attempt(1, 0, null, null)], 50).map(({ kind, to }) => [kind, to]),
    [["wait", 50]],
  );
  assert.deepEqual(gantt([], 50), []);
});

test("attempts out of order, of no length and with clocks that disagree do no harm", () => {
  const bars = gantt([attempt(2, 20, 20, 15), attempt(1, 30, 10, 10)], 0);
  assert.ok(bars.every((bar) => bar.width > 0 && bar.to >= bar.from));
});

const key = (row: string) => row.slice(0, 1);

test("rows change where they stand, and new ones wait until they are let in", () => {
  assert.deepEqual(mergeRows(["b1", "a1"], ["c1", "b2"], key, false), { shown: ["b2", "a1"], fresh: ["c1"] });
  assert.deepEqual(mergeRows(["b1", "a1"], ["c1", "b2"], key, true), {
    shown: ["c1", "b2", "a1"],
    fresh: [],
  });
  assert.deepEqual(mergeRows([], ["c1"], key, false), { shown: ["c1"], fresh: [] });
});

test("of ten thousand rows only those near the screen are drawn, and the rest keeps its room", () => {
  const { first, last, before, after } = visibleRows(10_000, 40, 200_000, 900);
  assert.ok(last - first < 60);
  assert.ok(first <= 5_000 && last >= 5_022);
  assert.equal(before + (last - first) * 40 + after, 400_000);
  assert.deepEqual(visibleRows(0, 40, 999, 900), { first: 0, last: 0, before: 0, after: 0 });
});

test("a year ends today and begins on a Monday", () => {
  const cells = yearOfDays([{ day: "2026-11-18", ok: 3, failed: 0 }], "2026-11-18");
  const last = cells[cells.length - 1];
  assert.deepEqual([last?.day, last?.row, last?.column, last?.level], ["2026-11-18", 2, 52, 4]);
  assert.equal(new Date(`${cells[0]?.day}T00:00:00Z`).getUTCDay(), 1);
  assert.equal(cells[0]?.level, 0);
});

test("a day with failures is never green", () => {
  const days = [
    { day: "2026-11-17", ok: 99, failed: 1 },
    { day: "2026-11-18", ok: 1, failed: 2 },
  ];
  const levels = yearOfDays(days, "2026-11-18").slice(-2);
  assert.deepEqual(
    levels.map((cell) => cell.level),
    [-1, -3],
  );
});
