import { isatty } from 'node:tty';
import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { getLogMessage } from '../../kernel/error-message.js';
import type { Config } from '../config/config.js';

const STDOUT = 1;

/** Creates the log of a process: lines of JSON on standard output, or readable lines on a terminal. */
export async function createLogger({ app, log }: Pick<Config, 'app' | 'log'>): Promise<Logger> {
  const options = { level: log.level, base: { app }, serializers: { err: describeError } };
  if (!isatty(STDOUT)) return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime });
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname,app' }));
}

/** Writes Nest's log with pino. The last parameter of a call is the name of the class that logs, as Nest passes it. */
export class PinoNestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(isStartupMessage(rest) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write(isStartupMessage(rest) ? 'debug' : 'error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ) {
    const context = getContext(rest);
    const values = [message, ...rest];
    const err = values.find((each) => each instanceof Error);
    const fields = values.filter((each) => typeof each === 'object' && each !== null && each !== err);
    const text = typeof message === 'string' ? message : err && getLogMessage(err);
    const line = Object.assign({}, ...fields, context && { context }, err && { err }) as object;
    this.logger[level](line, text);
  }
}

/**
 * The contexts in which Nest logs while it starts. Errors among these messages are thrown as well, and are reported only
 * once.
 */
const STARTUP_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'ExceptionHandler',
]);

function isStartupMessage(rest: readonly unknown[]): boolean {
  return STARTUP_CONTEXTS.has(getContext(rest) ?? '');
}

function getContext(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}

/**
 * Returns what a log may show of an error. Database errors carry the parameters of the statement and the rejected row, which
 * may contain secrets. Therefore only known fields are copied.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const message = getLogMessage(error);
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
