import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface Shown {
  title: string;
  body: (close: () => void) => ComponentChildren;
  wide?: boolean;
}

const shown = signal<Shown | null>(null);

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and returns the focus. */
export function openDialog(dialog: Shown): void {
  shown.value = dialog;
}

export function closeDialog(): void {
  shown.value = null;
}

export const dialogIsOpen = () => shown.value !== null;

export function Dialogs() {
  const dialog = shown.value;
  const element = useRef<HTMLDialogElement>(null);
  // In a layout effect, as a key pressed before a later effect would not reach the dialog.
  useLayoutEffect(() => {
    if (dialog && element.current && !element.current.open) element.current.showModal();
  }, [dialog]);
  if (!dialog) return null;
  return (
    <dialog
      ref={element}
      class={dialog.wide ? "wide" : ""}
      aria-labelledby="dialog-title"
      onClose={closeDialog}
      onMouseDown={(event) => {
        if (event.target === element.current) closeDialog();
      }}
    >
      <header>
        <h2 id="dialog-title">{dialog.title}</h2>
        <button type="button" class="ghost square" aria-label="Close" onClick={closeDialog}>
          <Icon name="cross" />
        </button>
      </header>
      {dialog.body(closeDialog)}
    </dialog>
  );
}

interface Question {
  title: string;
  text: ComponentChildren;
  action: string;
  dangerous?: boolean;
  /** Label of the field for a reason; without it there is no such field. */
  reason?: string;
  reasonNeeded?: boolean;
  act: (reason: string) => Promise<void>;
}

/** Asks for confirmation, and for a reason if the question has a label for it. */
export function ask(question: Question): void {
  openDialog({ title: question.title, body: (close) => <Ask {...question} close={close} /> });
}

const busy = signal(false);
const refusal = signal("");

function Ask({
  text,
  action,
  dangerous,
  reason,
  reasonNeeded,
  act,
  close,
}: Question & { close: () => void }) {
  useLayoutEffect(() => {
    refusal.value = "";
    busy.value = false;
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    busy.value = true;
    try {
      await act(String(form.get("reason") ?? "").trim());
      close();
    } catch (problem) {
      refusal.value = problem instanceof Error ? problem.message : String(problem);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form onSubmit={submit}>
      <div class="dialog-text">{text}</div>
      {reason && (
        <label class="field">
          <span>{reason}</span>
          <input name="reason" maxLength={500} required={reasonNeeded} autocomplete="off" autofocus />
        </label>
      )}
      {refusal.value && (
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
      )}
      <footer>
        <button type="button" onClick={close}>
          Not now
        </button>
        <button type="submit" class={dangerous ? "danger" : "primary"} disabled={busy.value}>
          {action}
        </button>
      </footer>
    </form>
  );
}
