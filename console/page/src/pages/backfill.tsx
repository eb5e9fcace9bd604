import { useEffect } from "preact/hooks";
import { api } from "../api/calls.ts";
import type { Backfill, ScheduleDetail } from "../api/types.ts";
import { instant } from "../core/time.ts";
import { count } from "../core/words.ts";
import { Card } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/times.tsx";
import { cancelBackfill } from "./actions.tsx";

/** It is polled, as the stream does not report the trigger's own last step. */
const LOOK_AGAIN_MS = 2_000;

/** Progress of a backfill; nothing if none is running. */
export function BackfillCard({
  schedule,
  mine,
}: {
  schedule: ScheduleDetail;
  mine: (id: string) => boolean;
}) {
  const { taskId } = schedule;
  const query = useQuery(taskId, (abort) => api.backfill(taskId, abort), ["run", "schedule"], 1_000, mine);
  const backfill = query.data.value?.backfill;
  const underWay = backfill !== undefined;
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(query.reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [query, underWay]);
  if (!backfill) return null;
  return (
    <Card
      title="Backfill"
      class="backfill"
      aside={
        backfill.remaining > 0 && (
          <button type="button" onClick={() => cancelBackfill(taskId)}>
            End the backfill
          </button>
        )
      }
    >
      <Progress backfill={backfill} schedule={schedule} />
    </Card>
  );
}

function Progress({ backfill, schedule }: { backfill: Backfill; schedule: ScheduleDetail }) {
  const { planned, remaining, made, leftOut, open, maxRunning } = backfill;
  const zone = schedule.zone ?? "UTC";
  const ended = made - open.length;
  const words = [
    `${ended.toLocaleString("en-GB")} of ${count(planned, "instant")} done`,
    `${open.length} running, at most ${maxRunning} at once`,
    ...(leftOut > 0 ? [`${leftOut.toLocaleString("en-GB")} left out by its calendar`] : []),
    `${remaining.toLocaleString("en-GB")} to go`,
  ];
  return (
    <>
      <progress
        aria-label="Progress of the backfill"
        value={planned - remaining - open.length}
        max={planned}
      />
      <p>{words.join(" · ")}</p>
      <p class="quiet">
        From <Time at={instant(backfill.from) ?? 0} zone={zone} /> to before{" "}
        <Time at={instant(backfill.to) ?? 0} zone={zone} />
        {schedule.standing === "PAUSED" && ". It continues when the schedule is resumed."}
      </p>
    </>
  );
}
