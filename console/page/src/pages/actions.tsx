import { api } from "../api/calls.ts";
import type { DeadLetter, Run, ScheduleSummary } from "../api/types.ts";
import { runAt } from "../core/route.ts";
import { changedHere } from "../live/stream.ts";
import { ask } from "../ui/dialog.tsx";
import { go } from "../ui/navigation.tsx";
import { complain, say } from "../ui/toast.tsx";
import type { Existing } from "./editor.tsx";

/** The actions of the page, each with its confirmation and the message afterwards. */

/** Opens the editor on a schedule, or on a new one. It is loaded when first used, for it brings the YAML library. */
export async function editSchedule(existing: Existing): Promise<void> {
  document.body.setAttribute("aria-busy", "true");
  try {
    const { openEditor } = await import("./editor.tsx");
    openEditor(existing);
  } catch {
    complain(new Error("The editor could not be loaded. Check that the console runs, and reload the page."));
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

export function pauseSchedule({ taskId }: Pick<ScheduleSummary, "taskId">): void {
  ask({
    title: `Pause ${taskId}?`,
    text: "It does not fire until it is resumed. Runs in progress continue.",
    reason: "Why? The reason is shown with the schedule.",
    action: "Pause",
    act: async (reason) => {
      await api.pause(taskId, reason);
      changedHere();
      say(`${taskId} is paused.`);
    },
  });
}

export async function resumeSchedule(taskId: string): Promise<void> {
  await api.resume(taskId);
  changedHere();
}

export function runScheduleNow(taskId: string): void {
  ask({
    title: `Run ${taskId} now?`,
    text: "It runs once, in addition to its own fires.",
    reason: "Why?",
    action: "Run now",
    act: async (reason) => {
      const { key } = await api.runNow(taskId, reason);
      changedHere();
      say(`A run of ${taskId} is requested.`, { to: runAt(key), word: "Watch it" });
    },
  });
}

export function cancelBackfill(taskId: string): void {
  ask({
    title: `End the backfill of ${taskId}?`,
    text: "It starts no more runs. Runs in progress continue.",
    reason: "Why?",
    action: "End the backfill",
    dangerous: true,
    act: async (reason) => {
      await api.cancelBackfill(taskId, reason);
      changedHere();
      say(`The backfill of ${taskId} is being ended.`);
    },
  });
}

export function deleteSchedule(taskId: string): void {
  ask({
    title: `Delete ${taskId}?`,
    text: "The definition is removed. Its runs stay in the history, and runs in progress continue.",
    action: "Delete",
    dangerous: true,
    act: async () => {
      await api.deleteSchedule(taskId);
      changedHere();
      say(`${taskId} is deleted.`);
      go("/schedules");
    },
  });
}

export function cancelRuns(runs: readonly Pick<Run, "key">[], done: () => void = () => {}): void {
  const what = runs.length === 1 ? (runs[0]?.key ?? "") : `${runs.length} runs`;
  ask({
    title: `Cancel ${what}?`,
    text: "A waiting run never starts. A running one is interrupted, with all processes that it started.",
    reason: "Why?",
    action: runs.length === 1 ? "Cancel the run" : "Cancel the runs",
    dangerous: true,
    act: async (reason) => {
      await inTurn(runs, (run) => api.cancel(run.key, reason));
      changedHere();
      done();
      say(`The cancellation of ${what} is requested.`);
    },
  });
}

export function retryRuns(runs: readonly Pick<Run, "key">[], done: () => void = () => {}): void {
  const what = runs.length === 1 ? (runs[0]?.key ?? "") : `${runs.length} runs`;
  ask({
    title: `Retry ${what}?`,
    text: "The same work runs again as a new run, which links to the old one.",
    action: "Retry",
    act: async () => {
      let key = "";
      await inTurn(runs, async (run) => {
        ({ key } = await api.retry(run.key));
      });
      changedHere();
      done();
      say(`${what} is retried.`, runs.length === 1 ? { to: runAt(key), word: "Watch it" } : undefined);
    },
  });
}

export function replayLetters(letters: readonly DeadLetter[], done: () => void = () => {}): void {
  const what = letters.length === 1 ? (letters[0]?.key ?? "") : `${letters.length} dead letters`;
  ask({
    title: `Replay ${what}?`,
    text: "Its work runs again as a new run. A dead letter can be replayed once.",
    reason: "Why?",
    action: "Replay",
    act: async (reason) => {
      let key = "";
      await inTurn(letters, async (letter) => {
        ({ key } = await api.replay(letter.position, reason));
      });
      changedHere();
      done();
      say(`${what} is replayed.`, letters.length === 1 ? { to: runAt(key), word: "Watch it" } : undefined);
    },
  });
}

export function dropLetters(letters: readonly DeadLetter[], done: () => void = () => {}): void {
  const what = letters.length === 1 ? (letters[0]?.key ?? "") : `${letters.length} dead letters`;
  ask({
    title: `Drop ${what}?`,
    text: "It is marked as dropped and leaves this list. Its record stays in the topic for 30 days, but can't be replayed from here any more.",
    reason: "Why? The reason is kept in the audit trail.",
    action: "Drop",
    dangerous: true,
    act: async (reason) => {
      await inTurn(letters, (letter) => api.drop(letter.position, reason));
      changedHere();
      done();
      say(`${what} is dropped.`);
    },
  });
}

/** One after the other: the first refusal stops the rest and is shown. */
async function inTurn<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of all) await act(one);
}
