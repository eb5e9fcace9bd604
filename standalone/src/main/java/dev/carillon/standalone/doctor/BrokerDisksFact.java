package dev.carillon.standalone.doctor;

import java.util.List;
import java.util.Map;

/**
 * What the brokers say of their disks.
 *
 * @param sizes the bytes of the largest copy of each topic
 */
record BrokerDisksFact(List<BrokerDisk> disks, Map<String, Long> sizes) {}
