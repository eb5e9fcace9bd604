import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/calls.ts";
import { Problem } from "../api/http.ts";
import { changed } from "../core/route.ts";
import { commandLine } from "../core/shell.ts";
import { instant, local, myZone } from "../core/time.ts";
import { go, Link, route } from "../ui/navigation.tsx";
import { Card, Command, Head } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { Ago, Time } from "../ui/times.tsx";

const EXAMPLES = [
  ["0 6 * * MON-FRI", "weekdays at six"],
  ["*/15 * * * *", "every quarter of an hour"],
  ["30 2 * * *", "half past two, also when clocks change"],
  ["0 0 L * *", "the last day of the month"],
  ["0 9 * * MON#1", "the first Monday of the month"],
  ["*/10 * * * * *", "six fields: seconds first"],
] as const;

const TYPED_MS = 200;

const set = (changes: Record<string, string | null>) => go(changed(route.peek(), changes), "replace");

export function CronLab() {
  const { query } = route.value;
  const expression = query.get("expression") ?? "30 2 * * *";
  const zone = query.get("zone") ?? myZone();
  const gap = query.get("gap") ?? "run-after";
  const fold = query.get("fold") ?? "first";
  const from = query.get("from");
  const asked = { expression, zone, gap, fold, from, count: 20 };
  const meaning = { expression, zone, gap, fold };
  const explained = useQuery(JSON.stringify(meaning), (abort) => api.explain(meaning, abort), []);
  const next = useQuery(JSON.stringify(asked), (abort) => api.nextCron(asked, abort), []);
  const problem = explained.problem.value ?? next.problem.value;
  return (
    <>
      <Head title="Cron lab" sub="What an expression means, before it runs." />
      <Card>
        <div class="lab">
          <Typed class="field grow" word="Expression" name="expression" value={expression} mono />
          <Typed class="field" word="Zone" name="zone" value={zone} />
          <label class="field">
            <span>A time that does not exist</span>
            <select value={gap} onChange={(event) => set({ gap: event.currentTarget.value })}>
              <option value="run-after">fires after the change</option>
              <option value="skip">is left out</option>
            </select>
          </label>
          <label class="field">
            <span>A time that comes twice</span>
            <select value={fold} onChange={(event) => set({ fold: event.currentTarget.value })}>
              <option value="first">fires the first time</option>
              <option value="last">fires the last time</option>
              <option value="both">fires both times</option>
            </select>
          </label>
        </div>
        <div aria-live="polite">
          {problem ? (
            <div class="lab-words refusal" role="alert">
              <p>{problem.message}</p>
              {problem instanceof Problem && problem.answer.code && (
                <code class="code-word">{problem.answer.code}</code>
              )}
            </div>
          ) : (
            <>
              <p class="lab-words">{explained.data.value?.words ?? "\u00a0"}</p>
              {explained.data.value && (
                <p class="quiet">
                  Normal form <code class="mono">{explained.data.value.normalForm}</code>
                </p>
              )}
              {explained.data.value?.warnings.map((warning) => (
                <p key={warning.kind} class="lab-warning warn-text">
                  {warning.message}{" "}
                  {warning.instead && (
                    <Link class="mono" to={changed(route.value, { expression: warning.instead })}>
                      {warning.instead}
                    </Link>
                  )}
                </p>
              ))}
            </>
          )}
        </div>
      </Card>
      <div class="overview">
        <Card
          title="Next 20 fires"
          flush
          aside={
            <button type="button" class="link" onClick={() => set({ from: from ? null : nextChange(zone) })}>
              {from ? "from now on" : "around the next clock change"}
            </button>
          }
        >
          <ol class={problem ? "fires stale" : "fires"}>
            {next.data.value?.items.map((fire) => {
              const at = instant(fire.at) ?? 0;
              return (
                <li key={fire.at} class={fire.mark ? "marked" : ""}>
                  <span class="weekday">{local(at, next.data.value?.zone ?? "UTC").weekday}</span>
                  <Time at={at} zone={zone} />
                  <span class="quiet">
                    <Ago at={at} zone={zone} />
                  </span>
                  {fire.mark && <span class="mark">{fire.mark.words}</span>}
                </li>
              );
            })}
          </ol>
        </Card>
        <div class="stack">
          <Card title="Try these" flush>
            <ul class="plain-list">
              {EXAMPLES.map(([text, meaning]) => (
                <li key={text}>
                  <Link class="row-link mono" to={changed(route.value, { expression: text })}>
                    {text}
                  </Link>
                  <span class="quiet">{meaning}</span>
                </li>
              ))}
            </ul>
          </Card>
          <Card title="In a terminal">
            <Command line={commandLine("cron", "explain", expression, "--zone", zone)} />
          </Card>
        </div>
      </div>
    </>
  );
}

interface TypedProps {
  class: string;
  word: string;
  name: string;
  value: string;
  mono?: boolean;
}

function Typed({ class: kind, word, name, value, mono }: TypedProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class={kind}>
      <span>{word}</span>
      <input
        ref={input}
        name={name}
        class={mono ? "mono large" : ""}
        defaultValue={value}
        maxLength={500}
        autocomplete="off"
        spellcheck={false}
        data-search={mono || undefined}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => set({ [name]: text }), TYPED_MS);
        }}
      />
    </label>
  );
}

const DAY_MS = 86_400_000;

/** A day and a half before the next day on which the zone's clocks are changed; null if they never are. */
function nextChange(zone: string): string | null {
  const offset = (at: number) => {
    const parts = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      timeZoneName: "longOffset",
    }).formatToParts(at);
    return parts.find((part) => part.type === "timeZoneName")?.value;
  };
  try {
    const start = Date.now();
    const today = offset(start);
    for (let day = 1; day < 400; day++) {
      if (offset(start + day * DAY_MS) !== today) return new Date(start + (day - 2.5) * DAY_MS).toISOString();
    }
  } catch {
    // The console refuses an unknown zone and says so.
  }
  return null;
}
