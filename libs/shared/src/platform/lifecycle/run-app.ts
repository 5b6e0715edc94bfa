import { ConfigError } from '../config/env.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';

/** Starts an app, or says in plain words why it cannot start and exits with 1. */
export function runApp(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (error instanceof ConfigError) return error.message;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken by another program; choose another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights; choose a PORT above 1023.`;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message || code}`;
  return error.stack ?? error.message;
}
