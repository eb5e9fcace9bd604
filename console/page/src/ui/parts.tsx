import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import type { Query } from "./query.ts";
import { complain, say } from "./toast.tsx";

interface HeadProps {
  title: string;
  sub?: ComponentChildren;
  children?: ComponentChildren;
  back?: ComponentChildren;
}

export function Head({ title, sub, children, back }: HeadProps) {
  document.title = `${title} · Carillon`;
  return (
    <header class="head">
      <div class="head-words">
        {back && <p class="back">{back}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        {sub && <div class="sub">{sub}</div>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}

interface CardProps {
  title?: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
  flush?: boolean;
  class?: string;
}

export function Card({ title, aside, children, flush, class: more }: CardProps) {
  return (
    <section class={`card ${flush ? "flush" : ""} ${more ?? ""}`} aria-label={title}>
      {title && (
        <header class="card-head">
          <h2>{title}</h2>
          {aside && <div class="aside">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** An empty view says what would fill it, and the command for that. */
export function Empty({
  title,
  text,
  command,
}: {
  title: string;
  text?: ComponentChildren;
  command?: string;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {text && <p>{text}</p>}
      {command && <Command line={command} />}
    </div>
  );
}

export function Command({ line }: { line: string }) {
  return (
    <div class="command">
      <code>{line}</code>
      <Copy text={line} what="the command" />
    </div>
  );
}

export function Copy({ text, what }: { text: string; what: string }) {
  const done = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, 1_500);
    } catch {
      complain(new Error("The browser does not let the page copy; select the text instead."));
    }
  };
  return (
    <button
      type="button"
      class="ghost square"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={done.value ? "check" : "copy"} size={14} />
    </button>
  );
}

/** Shows the data once it is there; a failure is shown with a button to try again. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Query<T>;
  children: (data: T) => ComponentChildren;
}) {
  const data = query.data.value;
  const problem = query.problem.value;
  if (data === null && problem) {
    return (
      <div class="empty" role="alert">
        <p class="empty-title">{problem.message}</p>
        <button type="button" onClick={query.reload}>
          Try again
        </button>
      </div>
    );
  }
  if (data === null) return <div class="loading" aria-busy="true" />;
  return <>{children(data)}</>;
}

export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function Json({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");
  return (
    <pre class="json" tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  );
}

interface ActProps {
  icon?: IconName;
  word: string;
  done: string;
  act: () => Promise<unknown>;
  kind?: string;
}

/** A button for an action that needs no confirmation. */
export function Act({ icon, word, done, act, kind }: ActProps) {
  const busy = useSignal(false);
  const click = async () => {
    busy.value = true;
    try {
      await act();
      say(done);
    } catch (problem) {
      complain(problem);
    } finally {
      busy.value = false;
    }
  };
  return (
    <button type="button" class={kind} disabled={busy.value} onClick={click}>
      {icon && <Icon name={icon} size={14} />}
      {word}
    </button>
  );
}

export function Key({ children }: { children: string }) {
  return <kbd>{children}</kbd>;
}
