#!/usr/bin/python3
"""Submits tasks from Python. A task is three fields of JSON in a topic; these go in one transaction: all or none."""
import json
import os
import random
import time

from confluent_kafka import Producer

BROKERS = os.environ.get("BROKERS", "127.0.0.1:9092")
NAMESPACE = os.environ.get("NAMESPACE", "carillon")

producer = Producer({
    "bootstrap.servers": BROKERS,
    # Puts keys where Java's producers put them, so that all tasks of one key meet. Elsewhere they are moved: slower.
    "partitioner": "murmur2_random",
    # Two producers with this id at once would fence each other: give each of yours a name of its own.
    "transactional.id": NAMESPACE + ".example-producer",
})


MARK = "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=8))  # This producer's, in all keys that it makes.
last = 0


def fresh():
    """An execTime that nobody else makes, so that the key is known before the task is sent: never a whole second."""
    global last
    last = max(last + 2, time.time_ns() | 1)
    second, nanos = divmod(last, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)) + f".{nanos:09d}Z~{MARK}"


def submit(task):
    """The queue and the priority name the topic; the key is taskId:execTime, or the taskId where no execTime is given."""
    topic = f"{NAMESPACE}.tasks.{task.get('queue', 'default')}.{task.get('priority', 'normal')}"
    key = task["taskId"] + (":" + task["execTime"] if "execTime" in task else "")
    producer.produce(topic, json.dumps(task), key)
    return key


producer.init_transactions()
producer.begin_transaction()
submitted = [
    # The least there is: Carillon names this execution after the place and time of the record.
    submit({"taskId": "thumbnail", "type": "resize", "queue": "python", "payload": {"width": 640, "height": 480}}),
    # Named by us: its outcome can be looked for by this key.
    submit({"taskId": "preview", "execTime": fresh(), "type": "resize", "queue": "python",
            "payload": {"width": 32, "height": 24}}),
    # Fails at first: a failed attempt comes back after its delay, doubled each time.
    submit({"taskId": "flaky-thumbnail", "type": "resize", "queue": "python",
            "payload": {"width": 4, "height": 3, "failures": 1}, "retry": {"maxRetries": 2, "delay": "500ms"}}),
    # An execTime of your own makes it idempotent: submitted twice, it runs once. Workers in Java see to that.
    submit({"taskId": "invoice-4711", "execTime": "2026-11-18T06:00:00Z", "type": "shell",
            "payload": {"command": ["echo", "invoice 4711, ordered from Python"]}}),
]
producer.commit_transaction()
print("submitted", ", ".join(submitted))
