package dev.carillon.standalone.cli;

import dev.carillon.client.Commands;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.client.Submissions;
import dev.carillon.schemas.topic.TopicNames;

/** One command's visit to a cluster. */
record Session(Surroundings surroundings, TopicNames names, RecordLog log) implements AutoCloseable {

    Schedules schedules() {
        return new Schedules(log, names, surroundings.clock());
    }

    Submissions submissions() {
        return new Submissions(log, names, surroundings.clock());
    }

    Commands commands() {
        return new Commands(log, names, surroundings.clock());
    }

    Queues queues() {
        return Queues.look(log, names);
    }

    LiveWorkers workers() {
        return LiveWorkers.look(log, names, surroundings.clock());
    }

    @Override
    public void close() {
        log.close();
    }
}
