package dev.carillon.collector.streams;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Shares one small cache and one budget of write buffers among all stores of the process: by default each has its own.
 */
public final class StreamsRocksMemory implements RocksDBConfigSetter {
    private static final long CACHE = 96L << 20;
    private static final long WRITE_BUFFERS = 64L << 20;
    private static final long ONE_WRITE_BUFFER = 8L << 20;
    private static final int BLOCK = 16 * 1024;

    // They live as long as the process: they belong to all stores, regardless of which one opens first or closes last.
    private static final Cache SHARED_CACHE = new LRUCache(CACHE);
    private static final WriteBufferManager SHARED_BUFFERS = new WriteBufferManager(WRITE_BUFFERS, SHARED_CACHE);

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig tables = (BlockBasedTableConfig) options.tableFormatConfig();
        tables.setBlockCache(SHARED_CACHE);
        tables.setBlockSize(BLOCK);
        tables.setCacheIndexAndFilterBlocks(true);
        tables.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(tables);
        options.setWriteBufferManager(SHARED_BUFFERS);
        options.setWriteBufferSize(ONE_WRITE_BUFFER);
        options.setMaxWriteBufferNumber(2);
    }

    @Override
    public void close(String storeName, Options options) {
        // Nothing to close: all stores share the cache and the buffers.
    }
}
