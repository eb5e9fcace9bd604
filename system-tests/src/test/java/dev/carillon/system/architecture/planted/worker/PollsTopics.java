package dev.carillon.system.architecture.planted.worker;

import java.net.http.HttpClient;
import org.apache.kafka.clients.consumer.Consumer;

/** Breaks three rules: it uses three technologies, and its name has no prefix. */
public record PollsTopics(Consumer<byte[], byte[]> consumer, HttpClient http, ProcessBuilder process) {}
