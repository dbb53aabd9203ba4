/** Settings of PostgreSQL by their names, which the server is started with. */
export type Configuration = Record<string, string | number> & { port: number };

/** What the server needs to keep records safe on a small machine; `more` stands above it. */
export function configure(port: number, more: Record<string, string>): Configuration {
  return {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    max_connections: 100,
    shared_buffers: "128MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    effective_cache_size: "1GB",
    random_page_cost: 1.1,
    // Containers give /dev/shm 64 MB: few parallel workers stay within it.
    max_parallel_workers_per_gather: 1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "on",
    log_directory: "log",
    log_filename: "%a.log",
    log_rotation_age: "1d",
    log_truncate_on_rotation: "on",
    // Neither rows nor statements belong in a log: they hold people's data.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    ...more,
  };
}
