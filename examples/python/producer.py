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
    # The partitioner of Java's producers, so that tasks reach their home partition. Others are moved there: slower.
    "partitioner": "murmur2_random",
    # Two running producers with one id fence each other: give each of yours its own id.
    "transactional.id": NAMESPACE + ".example-producer",
})


MARK = "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=8))  # Identifies this producer in its keys.
last = 0


def fresh():
    """A unique execTime, so that the key is known before the task is sent: never a whole second, as ticks are."""
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
    # The fewest fields: Carillon makes the execution's key of the record's append time and position.
    submit({"taskId": "thumbnail", "type": "resize", "queue": "python", "payload": {"width": 640, "height": 480}}),
    # With a key of our own, by which its outcome can be found.
    submit({"taskId": "preview", "execTime": fresh(), "type": "resize", "queue": "python",
            "payload": {"width": 32, "height": 24}}),
    # Fails at first: a failed attempt is retried after a delay, which doubles each time.
    submit({"taskId": "flaky-thumbnail", "type": "resize", "queue": "python",
            "payload": {"width": 4, "height": 3, "failures": 1}, "retry": {"maxRetries": 2, "delay": "500ms"}}),
    # A chosen execTime makes it idempotent: submitted twice, it runs once, if workers in Java run it.
    submit({"taskId": "invoice-4711", "execTime": "2026-11-18T06:00:00Z", "type": "shell",
            "payload": {"command": ["echo", "invoice 4711, ordered from Python"]}}),
]
producer.commit_transaction()
print("submitted", ", ".join(submitted))
