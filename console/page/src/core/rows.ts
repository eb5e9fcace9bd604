/** Rows keep their places: new ones are announced instead of moving those under the pointer. */
export interface Merge<T> {
  shown: T[];
  /** New rows that are not shown yet, newest first. */
  fresh: T[];
}

/**
 * @param shown what is on the screen, newest first
 * @param page the newest rows as the server has them now
 * @param follow whether new rows may come in at once
 */
export function mergeRows<T>(
  shown: readonly T[],
  page: readonly T[],
  key: (row: T) => string,
  follow: boolean,
): Merge<T> {
  const newest = new Map(page.map((row) => [key(row), row]));
  const updated = shown.map((row) => newest.get(key(row)) ?? row);
  const known = new Set(shown.map(key));
  const fresh = page.filter((row) => !known.has(key(row)));
  if (shown.length === 0) return { shown: [...page], fresh: [] };
  return follow ? { shown: [...fresh, ...updated], fresh: [] } : { shown: updated, fresh };
}

export interface Visible {
  first: number;
  last: number;
  before: number;
  after: number;
}

/** Which of many rows of equal height are on or near the screen. */
export function visibleRows(count: number, height: number, top: number, view: number, spare = 12): Visible {
  const first = Math.max(0, Math.min(count, Math.floor(top / height) - spare));
  const last = Math.max(first, Math.min(count, Math.ceil((top + view) / height) + spare));
  return { first, last, before: first * height, after: (count - last) * height };
}
