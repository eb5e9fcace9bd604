import { effect, signal } from "@preact/signals";
import type { ZoneMode } from "../core/time.ts";

export type Theme = "auto" | "light" | "dark";

/** The user's choices, stored in the browser. */
export const theme = signal<Theme>(kept("carillon.theme", ["auto", "light", "dark"], "auto"));
export const zoneMode = signal<ZoneMode>(kept("carillon.zone", ["schedule", "mine", "utc"], "schedule"));

/** The browser's clock in steps of a second, so that all relative times change together. */
export const now = signal(Date.now());

export function startSettings(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  effect(() => {
    if (theme.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    keep("carillon.theme", theme.value);
  });
  effect(() => keep("carillon.zone", zoneMode.value));
}

function kept<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
  try {
    const value = localStorage.getItem(name) as T | null;
    return value !== null && allowed.includes(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be forbidden; the choice then holds for this visit.
  }
}
