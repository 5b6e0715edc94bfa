export type Settings = Readonly<Record<string, string | number>>;

const BASE_SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '256MB',
  // A worker with a backlog fills the default of 8 MB before the log is written to disk. Its writes would then wait.
  wal_buffers: '64MB',
  max_wal_size: '4GB',
  // Each checkpoint makes the next change of every page write the whole page to the log.
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Keeps statements and their values out of the log: they contain data of tenants.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** With these, a crash of the machine can destroy the cluster. A crash of the server alone loses nothing. */
const NON_DURABLE_SETTINGS: Settings = { fsync: 'off', full_page_writes: 'off' };

export function serverArguments(durable: boolean, overrides: Settings): string[] {
  const settings = { ...BASE_SETTINGS, ...(durable ? {} : NON_DURABLE_SETTINGS), ...overrides };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
