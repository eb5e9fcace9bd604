package dev.carillon.cli.doctor.fact;

import java.util.List;
import java.util.Map;

/**
 * The log directories and topic sizes that the brokers report.
 *
 * @param sizes the bytes of the largest partition replica of each topic
 */
public record BrokerDisksFact(List<BrokerDisk> disks, Map<String, Long> sizes) {}
