package dev.carillon.standalone.doctor;

import java.util.List;
import java.util.Map;

/**
 * The log directories and topic sizes that the brokers report.
 *
 * @param sizes the bytes of the largest partition replica of each topic
 */
record BrokerDisksFact(List<BrokerDisk> disks, Map<String, Long> sizes) {}
