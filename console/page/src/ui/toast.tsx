import { signal } from "@preact/signals";
import { Icon } from "./icon.tsx";
import { Link } from "./navigation.tsx";

interface Toast {
  id: number;
  tone: "good" | "bad";
  text: string;
  link?: { to: string; word: string };
}

const MAX_TOASTS = 4;
const SUCCESS_MS = 6_000;
const toasts = signal<readonly Toast[]>([]);
let next = 1;

export function say(text: string, link?: Toast["link"]): void {
  const id = add({ tone: "good", text, link });
  setTimeout(() => drop(id), SUCCESS_MS);
}

/** Shows an error, which stays until it is closed. */
export function complain(problem: unknown): void {
  add({ tone: "bad", text: problem instanceof Error ? problem.message : String(problem) });
}

function add(toast: Omit<Toast, "id">): number {
  const id = next++;
  toasts.value = [...toasts.value.slice(1 - MAX_TOASTS), { ...toast, id }];
  return id;
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <section class="toasts" aria-label="Messages" aria-live="polite">
      {toasts.value.map(({ id, tone, text, link }) => (
        <div key={id} class={`toast ${tone}`}>
          <Icon name={tone === "good" ? "check" : "alert"} />
          <p>{text}</p>
          {link && <Link to={link.to}>{link.word}</Link>}
          <button
            type="button"
            class="ghost square"
            aria-label="Dismiss the message"
            onClick={() => drop(id)}
          >
            <Icon name="cross" size={13} />
          </button>
        </div>
      ))}
    </section>
  );
}
