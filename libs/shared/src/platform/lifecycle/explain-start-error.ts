import type { App } from '../config/config.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';

/** The reason why a process cannot start. Its message tells the operator all there is to know. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** invalid_authorization, invalid_catalog_name, insufficient_privilege */
const REFUSED_BY_DATABASE = /^(28\w{3}|3D000|42501)$/;

interface SystemError {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
  readonly driverError?: unknown;
}

/** Explains why an app cannot start: in plain words if the cause is its environment, otherwise with the stack. */
export function explainStartError(error: unknown, app: App, env: NodeJS.ProcessEnv): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code = '', port, hostname, driverError } = error as SystemError;
  const listenError = explainListenError(
    error as SystemError,
    port === undefined ? '' : findPortSetting(app, port, env),
  );
  if (listenError !== undefined) return listenError;
  if (code === 'ENOTFOUND' && hostname === env['HOST']) return `HOST ${hostname} is not known.`;
  if (REFUSED_BY_DATABASE.test(code))
    return `The database refuses the connection: ${error.message}. Correct DATABASE_URL, and DATABASE_DIRECT_URL if it is set.`;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message || code}`;
  if (driverError instanceof Error && driverError !== error) return explainStartError(driverError, app, env);
  return error.stack ?? error.message;
}

const findPortSetting = (app: App, port: number, env: NodeJS.ProcessEnv): string =>
  app === 'api' && port === Number(env['PORT']?.trim() || 3000) ? 'PORT' : 'METRICS_PORT';

function explainListenError(error: SystemError, setting: string): string | undefined {
  const { code, port, address } = error;
  switch (setting === '' ? undefined : code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is taken by another program; choose another one with ${setting}.`;
    case 'EACCES':
      return `Port ${port} needs more rights; choose one above 1023 with ${setting}.`;
    case 'EADDRNOTAVAIL':
      return `HOST ${address} is not an address of this machine.`;
    default:
      return undefined;
  }
}

/** Starts an app. If it cannot start, prints the reason and exits with 1. */
export function runApp(app: App, start: (env: NodeJS.ProcessEnv) => Promise<void>): void {
  start(process.env).catch((error: unknown) => {
    process.stderr.write(`${explainStartError(error, app, process.env)}\n`);
    process.exit(1);
  });
}
