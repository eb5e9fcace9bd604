import { api } from "../api/calls.ts";
import type { DeadLetter, Run, ScheduleSummary } from "../api/types.ts";
import { runAt } from "../core/route.ts";
import { changedHere } from "../live/stream.ts";
import { ask } from "../ui/dialog.tsx";
import { go } from "../ui/navigation.tsx";
import { say } from "../ui/toast.tsx";

/** What the page can do to things, each with its question and its word afterwards. */

export function pauseSchedule({ taskId }: Pick<ScheduleSummary, "taskId">): void {
  ask({
    title: `Pause ${taskId}?`,
    text: "It fires no more until it is resumed. What is running runs on.",
    reason: "Why? Whoever comes next reads it.",
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
    text: "Once, beside its own fires.",
    reason: "Why?",
    action: "Run now",
    act: async (reason) => {
      const { key } = await api.runNow(taskId, reason);
      changedHere();
      say(`${taskId} is asked to run.`, { to: runAt(key), word: "Watch it" });
    },
  });
}

export function cancelBackfill(taskId: string): void {
  ask({
    title: `End the backfill of ${taskId}?`,
    text: "No more past instants are made up for; what it has started runs on.",
    reason: "Why?",
    action: "End the backfill",
    dangerous: true,
    act: async (reason) => {
      await api.cancelBackfill(taskId, reason);
      changedHere();
      say(`The backfill of ${taskId} is asked to end.`);
    },
  });
}

export function deleteSchedule(taskId: string): void {
  ask({
    title: `Delete ${taskId}?`,
    text: "Its definition goes away; its runs stay in the history, and what runs, runs on.",
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
    text: "What waits never starts; what runs is interrupted, with all processes that it started.",
    reason: "Why?",
    action: runs.length === 1 ? "Cancel the run" : "Cancel the runs",
    dangerous: true,
    act: async (reason) => {
      await inTurn(runs, (run) => api.cancel(run.key, reason));
      changedHere();
      done();
      say(`Asked to cancel ${what}.`);
    },
  });
}

export function retryRuns(runs: readonly Pick<Run, "key">[], done: () => void = () => {}): void {
  const what = runs.length === 1 ? (runs[0]?.key ?? "") : `${runs.length} runs`;
  ask({
    title: `Do ${what} again?`,
    text: "The same work as a new run, which names the one before it.",
    action: "Do it again",
    act: async () => {
      let key = "";
      await inTurn(runs, async (run) => {
        ({ key } = await api.retry(run.key));
      });
      changedHere();
      done();
      say(
        `${what} will be done again.`,
        runs.length === 1 ? { to: runAt(key), word: "Watch it" } : undefined,
      );
    },
  });
}

export function replayLetters(letters: readonly DeadLetter[], done: () => void = () => {}): void {
  const what = letters.length === 1 ? (letters[0]?.key ?? "") : `${letters.length} dead letters`;
  ask({
    title: `Replay ${what}?`,
    text: "Its work is done again as a new run. A letter is replayed once.",
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
    text: "It is marked as done with and leaves this list. Its record stays in the topic for 30 days, but can't be replayed from here any more.",
    reason: "Why? It stays in the audit trail.",
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
