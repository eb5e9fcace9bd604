import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { visibleRows } from "../core/rows.ts";
import { count } from "../core/words.ts";
import { Icon } from "./icon.tsx";

export interface Column<T> {
  name: string;
  /** Also part of its CSS class. */
  id: string;
  /** Left out on narrow screens. */
  wide?: boolean;
  right?: boolean;
  head?: ComponentChildren;
  cell: (row: T) => ComponentChildren;
}

interface RowsProps<T> {
  kind: string;
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  rowClass?: (row: T) => string;
  /** Number of new rows that are not shown yet. */
  fresh?: number;
  noun?: string;
  onFresh?: () => void;
  /** Loads the next page; absent if there is none. */
  onMore?: () => void;
  loadingMore?: boolean;
}

const MORE_BEFORE_END = 900;

/** A table of any length: it draws only the visible rows, which all have the same height. */
export function Rows<T>(props: RowsProps<T>) {
  const { kind, label, columns, rows, rowKey, rowClass, fresh, noun, onFresh, onMore, loadingMore } = props;
  const body = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, height: 900, row: 40 });
  useLayoutEffect(() => {
    const look = () => {
      const element = body.current;
      if (!element) return;
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || 40;
      const top = Math.max(0, -element.getBoundingClientRect().top);
      const seen = view.peek();
      // In steps of four rows, so that scrolling by a line draws nothing.
      const stepped = Math.floor(top / (row * 4)) * row * 4;
      if (seen.top !== stepped || seen.height !== innerHeight || seen.row !== row) {
        view.value = { top: stepped, height: innerHeight, row };
      }
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!onMore || !end.current) return;
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onMore(), {
      rootMargin: `${MORE_BEFORE_END}px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [onMore, rows.length]);
  const { top, height, row } = view.value;
  const seen = visibleRows(rows.length, row, top, height + row * 4);
  return (
    <div class={`rows ${kind}`}>
      {fresh !== undefined && fresh > 0 && (
        <button type="button" class="fresh" onClick={onFresh}>
          <Icon name="up" size={13} />
          {count(fresh, `new ${noun ?? "row"}`)}
        </button>
      )}
      <div role="table" aria-label={label} aria-rowcount={onMore ? -1 : rows.length + 1}>
        <div role="rowgroup">
          <div role="row" class="row row-head" aria-rowindex={1}>
            {columns.map((column) => (
              <div role="columnheader" key={column.id} class={cellClass(column)}>
                {column.head ?? column.name}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" ref={body} class="row-body">
          <div role="presentation" style={{ height: `${seen.before}px` }} />
          {rows.slice(seen.first, seen.last).map((one, index) => (
            <div
              role="row"
              key={rowKey(one)}
              class={`row ${rowClass?.(one) ?? ""}`}
              aria-rowindex={seen.first + index + 2}
            >
              {columns.map((column) => (
                <div role="cell" key={column.id} class={cellClass(column)}>
                  {column.cell(one)}
                </div>
              ))}
            </div>
          ))}
          <div role="presentation" style={{ height: `${seen.after}px` }} />
        </div>
      </div>
      {onMore && (
        <div ref={end} class="more">
          <button type="button" class="ghost" onClick={onMore} disabled={loadingMore}>
            {loadingMore ? "Loading…" : "Show more"}
          </button>
        </div>
      )}
    </div>
  );
}

function cellClass(column: { id: string; wide?: boolean; right?: boolean }): string {
  return `cell c-${column.id}${column.wide ? " wide" : ""}${column.right ? " right" : ""}`;
}

/** Moves the focus from row to row, as j and k do. */
export function moveInRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".rows .row a, .row-link")].filter(
    (link, index, all) =>
      index === 0 || link.closest(".row") !== all[index - 1]?.closest(".row") || !link.closest(".row"),
  );
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
