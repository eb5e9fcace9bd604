import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api/calls.ts";
import { Problem } from "../api/http.ts";
import type { Definition, Fires } from "../api/types.ts";
import { blank, field } from "../core/definition.ts";
import { scheduleAt } from "../core/route.ts";
import { instant, myZone } from "../core/time.ts";
import { fromYaml, toYaml, type Value } from "../core/yaml.ts";
import { changedHere } from "../live/stream.ts";
import { openDialog } from "../ui/dialog.tsx";
import { go } from "../ui/navigation.tsx";
import { Ago, Time } from "../ui/times.tsx";
import { say } from "../ui/toast.tsx";
import { DefinitionForm } from "./form.tsx";

export type Existing = { definition: Definition; version: number } | null;

export function openEditor(existing: Existing): void {
  openDialog({
    title: existing ? `Edit ${existing.definition.taskId}` : "New schedule",
    wide: true,
    body: (close) => <Editor existing={existing} close={close} />,
  });
}

interface EditorProps {
  existing: Existing;
  close: () => void;
}

function Editor({ existing, close }: EditorProps) {
  const definition = useSignal<Definition>(existing?.definition ?? blank(myZone()));
  const yaml = useSignal("");
  const asYaml = useSignal(false);
  const problem = useSignal<Error | null>(null);
  const busy = useSignal(false);

  const show = (which: boolean) => {
    if (which === asYaml.value) return;
    if (which) yaml.value = toYaml(definition.value as Value);
    else if (!takeYaml()) return;
    asYaml.value = which;
  };
  const takeYaml = (): boolean => {
    try {
      const read = fromYaml(yaml.value);
      if (read === null || typeof read !== "object" || Array.isArray(read))
        throw new Error("A definition must consist of fields.");
      definition.value = read;
      problem.value = null;
      return true;
    } catch (failure) {
      problem.value = failure as Error;
      return false;
    }
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (asYaml.value && !takeYaml()) return;
    busy.value = true;
    try {
      const written = await api.putSchedule(
        definition.value,
        existing ? { version: existing.version } : { isNew: true },
        isUnserved(problem.value),
      );
      changedHere();
      close();
      say(`${written.taskId} is saved.`);
      go(scheduleAt(written.taskId));
    } catch (failure) {
      problem.value = failure as Error;
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="editor" onSubmit={save}>
      <div class="tabs" role="tablist" aria-label="Definition as">
        {[false, true].map((which) => (
          <button
            key={String(which)}
            type="button"
            role="tab"
            aria-selected={asYaml.value === which}
            aria-controls="definition"
            onClick={() => show(which)}
          >
            {which ? "YAML" : "Form"}
          </button>
        ))}
      </div>
      <div id="definition" role="tabpanel" aria-label="Definition">
        {asYaml.value ? (
          <textarea
            class="code"
            aria-label="Definition as YAML"
            rows={18}
            spellcheck={false}
            value={yaml.value}
            onInput={(event) => {
              yaml.value = event.currentTarget.value;
            }}
            onChange={takeYaml}
          />
        ) : (
          <DefinitionForm
            definition={definition}
            isNew={existing === null}
            wrong={wrongField(problem.value)}
          />
        )}
      </div>
      <Preview definition={definition} />
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value.message}
        </p>
      )}
      <footer>
        <button type="button" onClick={close}>
          Not now
        </button>
        <button type="submit" class="primary" disabled={busy.value}>
          {existing ? "Save" : "Create"}
          {isUnserved(problem.value) && " anyway"}
        </button>
      </footer>
    </form>
  );
}

/** Whether it was refused because no live worker serves its type; saving again then forces it. */
const isUnserved = (problem: Error | null) =>
  problem instanceof Problem && problem.answer.code === "UNKNOWN_TYPE";

function wrongField(problem: Error | null): string | null {
  return problem instanceof Problem ? (problem.answer.field ?? null) : null;
}

const TYPED_MS = 350;

/** Shows when the schedule would fire, while it is edited. */
function Preview({ definition }: { definition: Signal<Definition> }) {
  const fires = useSignal<Fires | null>(null);
  const refusal = useSignal("");
  const asked = useComputed(() => {
    const { cron, zone, every, at, gap, fold, from, until } = definition.value;
    const when = { cron, zone, every, at, gap, fold, from, until };
    // Only the timing is sent, so that the preview works before the rest is complete.
    return JSON.stringify({
      taskId: field(definition.value, "taskId") || "preview",
      ...when,
      type: "preview",
    });
  });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api
        .preview(JSON.parse(asked.value) as Definition, 3, abort.signal)
        .then((answer) => {
          fires.value = answer;
          refusal.value = "";
        })
        .catch((problem) => {
          if (!abort.signal.aborted)
            refusal.value = problem instanceof Error ? problem.message : String(problem);
        });
    }, TYPED_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked.value]);
  if (refusal.value) return <p class="preview refusal">{refusal.value}</p>;
  const found = fires.value;
  return (
    <div class="preview" aria-live="polite">
      {found?.words && <p class="strong">{found.words}</p>}
      <ol>
        {found?.items.map((fire) => (
          <li key={fire.at}>
            <Time at={instant(fire.at)} zone={found.zone} /> <Ago at={instant(fire.at)} zone={found.zone} />
            {fire.mark && <span class="mark">{fire.mark.words}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
