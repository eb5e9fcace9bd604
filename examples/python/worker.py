#!/usr/bin/python3
"""A worker in Python for the queue `python`. A result and the offset of its task are committed in one transaction:
no result is lost or written twice. A task without a commit runs again, so make handlers idempotent by the key."""
import json, os, socket, sys
from datetime import datetime, timezone
from confluent_kafka import Consumer, Producer

BROKERS, NAMESPACE = os.environ.get("BROKERS", "127.0.0.1:9092"), os.environ.get("NAMESPACE", "carillon")
QUEUE, WORKER = "python", f"{socket.gethostname()}-{os.getpid()}"

def resize(task):  # A handler gets the task, returns JSON, and raises to fail the attempt.
    if task.get("attempt", 1) <= task["payload"].get("failures", 0):
        raise RuntimeError("the picture was not there yet")
    return {"pixels": task["payload"]["width"] * task["payload"]["height"]}

def key_of(task, record):  # The key of a task without execTime is made of its record's time and position.
    if task.get("execTime"):
        return f"{task['taskId']}:{task['execTime']}"
    second, millis = divmod(record.timestamp()[1], 1000)  # Java's spelling: digits only after a broken second.
    time = datetime.fromtimestamp(second, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + (f".{millis:03d}" if millis else "")
    return f"{task['taskId']}:{time}Z~{record.topic().split('.tasks.')[1]}-{record.partition()}-{record.offset()}"

def run(record, task):
    key, attempt = key_of(task, record), task.get("attempt", 1)
    result = {"v": 1, "key": key, "attempt": attempt, "worker": {"id": WORKER, "incarnation": WORKER}}
    try:
        result.update(status="SUCCEEDED", data=HANDLERS[task["type"]](task))
    except Exception as e:  # The failure includes the task, as the collector needs it for a retry.
        result.update(status="FAILED", code=type(e).__name__, message=str(e), task=task)
    # After ~ is a client's mark, or the position of a task without execTime, whose home it is; -1 = the partitioner's.
    home = int(place[1]) if len(place := key.partition("~")[2].rsplit("-", 2)) == 3 else -1
    producer.produce(f"{NAMESPACE}.results", json.dumps(result), key, home, headers={"kind": "result", "attempt": str(attempt)})

def put_aside(record, problem):  # An unreadable record must not stop the ones after it.
    headers = {"cause": "BAD_JSON", "cause-message": repr(problem), "origin-topic": record.topic(),
               "origin-partition": str(record.partition()), "origin-offset": str(record.offset())}
    producer.produce(f"{NAMESPACE}.dead-letters", record.value(), record.key(), headers=headers)

HANDLERS = {"resize": resize}
consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": f"{NAMESPACE}.{QUEUE}", "enable.auto.commit": False,
                     "isolation.level": "read_committed", "auto.offset.reset": "earliest"})
producer = Producer({"bootstrap.servers": BROKERS, "partitioner": "murmur2_random",  # where Java puts the same keys
                     "transactional.id": f"{NAMESPACE}.worker.{WORKER}", "transaction.timeout.ms": 10000})
producer.init_transactions()
lanes = [f"{NAMESPACE}.tasks.{QUEUE}.{priority}" for priority in ("urgent", "high", "normal", "low")]
consumer.subscribe(lanes + [f"{NAMESPACE}.released.{QUEUE}"])  # Retries come back through `released`.
while True:  # Any error of Kafka ends the process; the next one starts at the last commit.
    records = consumer.consume(100, 0.1)
    if errors := [record.error() for record in records if record.error()]:
        sys.exit(f"worker: {errors[0]}")
    if records:
        producer.begin_transaction()
        for record in records:
            try:
                run(record, json.loads(record.value()))
            except (ValueError, TypeError, KeyError, AttributeError) as problem:
                put_aside(record, problem)
        positions = consumer.position(consumer.assignment())
        producer.send_offsets_to_transaction(positions, consumer.consumer_group_metadata())
        producer.commit_transaction()
