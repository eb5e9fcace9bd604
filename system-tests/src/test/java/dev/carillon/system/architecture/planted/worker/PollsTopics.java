package dev.carillon.system.architecture.planted.worker;

import java.net.http.HttpClient;
import org.apache.kafka.clients.consumer.Consumer;

/** Sees three technologies and promises none. */
public record PollsTopics(Consumer<byte[], byte[]> consumer, HttpClient http, ProcessBuilder process) {}
