#!/usr/bin/python3
"""Follows the outcomes from Python: one record for each execution, once it has finally ended."""
import json
import os

from confluent_kafka import Consumer, KafkaException

BROKERS = os.environ.get("BROKERS", "127.0.0.1:9092")
NAMESPACE = os.environ.get("NAMESPACE", "carillon")
COUNT = int(os.environ.get("COUNT", "0"))  # Ends after this many; 0 goes on until Ctrl-C.

consumer = Consumer({
    "bootstrap.servers": BROKERS,
    "group.id": "example-outcomes",
    "isolation.level": "read_committed",  # Hides records of aborted transactions.
    "auto.offset.reset": "earliest",
    "enable.auto.commit": False,
})
consumer.subscribe([NAMESPACE + ".outcomes"])
seen = 0
try:
    while not COUNT or seen < COUNT:
        record = consumer.poll(1.0)
        if record is None:
            continue
        if record.error():
            raise KafkaException(record.error())
        outcome = json.loads(record.value())
        last = outcome.get("last", {})
        print(outcome["key"], outcome["status"], "after", outcome["attempts"], "attempts:",
              json.dumps(last.get("data")) if "data" in last else outcome.get("message", ""), flush=True)
        # Committed after the work: a crash in between repeats this outcome, so make the work idempotent by its key.
        consumer.commit(record, asynchronous=False)
        seen += 1
finally:
    consumer.close()
