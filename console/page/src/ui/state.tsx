import { Icon, type IconName } from "./icon.tsx";

export type Tone = "good" | "bad" | "warn" | "run" | "idle";

interface Look {
  icon: IconName;
  tone: Tone;
  word: string;
}

const LOOKS: Record<string, Look> = {
  PENDING: { icon: "clock", tone: "idle", word: "Pending" },
  QUEUED: { icon: "queue", tone: "idle", word: "Queued" },
  RUNNING: { icon: "play", tone: "run", word: "Running" },
  STARTED: { icon: "play", tone: "run", word: "Running" },
  RETRYING: { icon: "retry", tone: "warn", word: "Retrying" },
  SUCCEEDED: { icon: "check", tone: "good", word: "Succeeded" },
  FAILED: { icon: "cross", tone: "bad", word: "Failed" },
  TIMED_OUT: { icon: "clock", tone: "bad", word: "Timed out" },
  LOST: { icon: "alert", tone: "bad", word: "Lost" },
  CANCELLED: { icon: "ban", tone: "idle", word: "Cancelled" },
  SKIPPED: { icon: "skip", tone: "idle", word: "Skipped" },
  EXPIRED: { icon: "hourglass", tone: "warn", word: "Expired" },
  HANDED_BACK: { icon: "retry", tone: "idle", word: "Handed back" },
  OVERDUE: { icon: "alert", tone: "warn", word: "Overdue" },
  ACTIVE: { icon: "check", tone: "good", word: "On" },
  PAUSED: { icon: "pause", tone: "warn", word: "Paused" },
  COMPLETE: { icon: "check", tone: "idle", word: "Complete" },
  BROKEN: { icon: "alert", tone: "bad", word: "Broken" },
  FINISHED: { icon: "check", tone: "idle", word: "Finished" },
  IDLE: { icon: "dot", tone: "idle", word: "Idle" },
  BUSY: { icon: "play", tone: "run", word: "Busy" },
  DRAINING: { icon: "hourglass", tone: "warn", word: "Draining" },
  GONE: { icon: "cross", tone: "bad", word: "Gone" },
};

export function lookOf(state: string): Look {
  return LOOKS[state.toUpperCase()] ?? { icon: "dot", tone: "idle", word: state };
}

/** A state as icon, colour and word, so that colour alone never carries the meaning. */
export function State({ state }: { state: string }) {
  const { icon, tone, word } = lookOf(state);
  return (
    <span class={`state ${tone}`}>
      <Icon name={icon} size={13} />
      {word}
    </span>
  );
}
