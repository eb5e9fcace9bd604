#!/bin/sh
# Carillon with nothing but kcat. Each block is one line to copy: against `./carillon up` they run as they stand.
set -eu
BROKERS=${BROKERS:-127.0.0.1:9092}
NAMESPACE=${NAMESPACE:-carillon}

# A task, now: three fields. Carillon makes the execution's key of the record's position.
echo '{"taskId":"hello","type":"shell","payload":{"script":"echo hello from kcat"}}' | kcat -P -b "$BROKERS" -t "$NAMESPACE.tasks.default.normal"

# The same task twice, run once: you choose the execTime, and taskId:execTime is the key.
for twice in 1 2; do echo 'invoice-1:2026-11-18T06:00:00Z|{"taskId":"invoice-1","execTime":"2026-11-18T06:00:00Z","type":"shell","payload":{"script":"echo one invoice"}}' | kcat -P -b "$BROKERS" -t "$NAMESPACE.tasks.default.normal" -K '|'; done

# A task with a retry: it fails once and is retried after half a second.
echo '{"taskId":"second-try","type":"shell","payload":{"script":"test $CARILLON_ATTEMPT -ge 2"},"retry":{"maxRetries":1,"delay":"500ms"}}' | kcat -P -b "$BROKERS" -t "$NAMESPACE.tasks.default.high"

# A schedule: the key is the taskId.
echo 'tick|{"taskId":"tick","cron":"0 0 * * * *","type":"shell","payload":{"script":"date"}}' | kcat -P -b "$BROKERS" -t "$NAMESPACE.schedules" -K '|'

# Run it once outside its ticks.
echo "tick|{\"command\":\"run-now\",\"subject\":\"tick\",\"at\":\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\"}" | kcat -P -b "$BROKERS" -t "$NAMESPACE.control" -K '|'

# All outcomes so far, one line each; without -e it waits for more.
kcat -C -b "$BROKERS" -t "$NAMESPACE.outcomes" -o beginning -e -q -f '%k %s\n'

# Dead letters, with their causes.
kcat -C -b "$BROKERS" -t "$NAMESPACE.dead-letters" -o beginning -e -q -f '%h\n%s\n'

# The workers, by their latest heartbeats.
kcat -C -b "$BROKERS" -t "$NAMESPACE.workers" -o -20 -e -q -f '%k %s\n'

# Delete the schedule: an empty value.
echo 'tick|' | kcat -P -b "$BROKERS" -t "$NAMESPACE.schedules" -K '|' -Z
