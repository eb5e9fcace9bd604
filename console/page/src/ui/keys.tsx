import { live } from "../live/stream.ts";
import { closeDialog, dialogIsOpen, openDialog } from "./dialog.tsx";
import { go } from "./navigation.tsx";
import { moveInRows } from "./rows.tsx";
import { theme, zoneMode } from "./settings.ts";

interface Shortcut {
  keys: string;
  means: string;
  act: () => void;
}

const PLACES: Shortcut[] = [
  { keys: "g n", means: "Now", act: () => go("/") },
  { keys: "g s", means: "Schedules", act: () => go("/schedules") },
  { keys: "g r", means: "Runs", act: () => go("/runs") },
  { keys: "g d", means: "Dead letters", act: () => go("/letters") },
  { keys: "g w", means: "Workers", act: () => go("/workers") },
  { keys: "g c", means: "Cron lab", act: () => go("/cron") },
];

const ACTIONS: Shortcut[] = [
  { keys: "j", means: "Next row", act: () => moveInRows(1) },
  { keys: "k", means: "Previous row", act: () => moveInRows(-1) },
  { keys: "/", means: "Search", act: () => document.querySelector<HTMLElement>("[data-search]")?.focus() },
  { keys: "c", means: "Create a schedule", act: () => go("/schedules?create=1") },
  { keys: "p", means: "Pause or resume updates", act: () => live.toggle() },
  { keys: "z", means: "Times: schedule's zone, mine, UTC", act: nextZone },
  { keys: "t", means: "Theme: system's, light, dark", act: nextTheme },
  { keys: "?", means: "This help", act: () => help() },
];

function nextZone(): void {
  zoneMode.value = zoneMode.value === "schedule" ? "mine" : zoneMode.value === "mine" ? "utc" : "schedule";
}

export function nextTheme(): void {
  theme.value = theme.value === "auto" ? "light" : theme.value === "light" ? "dark" : "auto";
}

export function help(): void {
  const list = (shortcuts: Shortcut[]) => (
    <dl class="shortcuts">
      {shortcuts.map(({ keys, means }) => (
        <div key={keys}>
          <dt>
            {keys.split(" ").map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
  openDialog({
    title: "Keyboard",
    body: () => (
      <div class="shortcut-columns">
        <section>
          <h3>Go to</h3>
          {list(PLACES)}
        </section>
        <section>
          <h3>Do</h3>
          {list(ACTIONS)}
        </section>
      </div>
    ),
  });
}

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200;

export function startKeys(): void {
  let first = "";
  let firstAt = 0;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (!dialogIsOpen() && isTyping(event.target)) (event.target as HTMLElement).blur();
      return;
    }
    if (isTyping(event.target)) return;
    if (dialogIsOpen()) {
      if (event.key === "?") closeDialog();
      return;
    }
    const pair = first && event.timeStamp - firstAt < PAIR_MS ? `${first} ${event.key}` : event.key;
    const found = [...PLACES, ...ACTIONS].find((shortcut) => shortcut.keys === pair);
    first = !found && event.key === "g" ? "g" : "";
    firstAt = event.timeStamp;
    if (!found) return;
    event.preventDefault();
    found.act();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
