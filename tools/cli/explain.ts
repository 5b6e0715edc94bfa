import { CommanderError } from '@commander-js/extra-typings';
import { TocsinError, TocsinUnreachableError } from '#client';
import { formatLine } from './print.js';

export const EXIT_CODES = {
  failed: 1,
  usage: 2,
  unreachable: 3,
  denied: 4,
  notFound: 5,
  refused: 6,
  tryLater: 7,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** A wrong command, option, profile or file. No request was sent. */
export class UsageError extends Error {}

/** The command was carried out, and its result is a failure. */
export class FailedError extends Error {}

export interface Explanation {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Returns the exit code and the lines to print when a command fails. */
export function explain(error: unknown): Explanation {
  // Commander has printed its own message; help and version end with 0.
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? 0 : EXIT_CODES.usage, lines: [] };
  if (error instanceof UsageError) return { code: EXIT_CODES.usage, lines: [`error: ${error.message}`] };
  if (error instanceof FailedError)
    return { code: EXIT_CODES.failed, lines: [error.message].filter(Boolean) };
  if (error instanceof TocsinUnreachableError) {
    const remedy =
      'Check that the service is running. Set its address with --url, TOCSIN_URL or "url" in the profile.';
    return { code: EXIT_CODES.unreachable, lines: [`error: ${error.message}`, remedy] };
  }
  if (error instanceof TocsinError) return explainResponse(error);
  return {
    code: EXIT_CODES.failed,
    lines: [`error: ${error instanceof Error ? error.message : String(error)}`],
  };
}

function explainResponse({ status, code, message, errors, requestId }: TocsinError): Explanation {
  const fields = errors.map(({ field, reason }) => `  ${formatLine(field)}: ${formatLine(reason)}`);
  // The error for a key of another domain names no field.
  const isDomainError =
    errors.some(({ field }) => field === 'domain_id') || (status === 403 && /domain_id/.test(message));
  const [exitCode, remedy] = REMEDIES[code] ?? explainStatus(status, isDomainError);
  const details = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return {
    code: exitCode,
    lines: [
      `error: ${formatLine(message)}${details && ` (${formatLine(details)})`}`,
      ...(fields.length > 1 ? fields : []),
      remedy,
    ].filter(Boolean),
  };
}

/** Remedies by error code, where the status alone does not determine one. */
const REMEDIES: Readonly<Record<string, readonly [ExitCode, string]>> = {
  ERROR_WEBHOOK_DISABLED: [EXIT_CODES.refused, 'To enable it: tocsin webhooks enable <id>.'],
  ERROR_NOT_UNIQUE: [EXIT_CODES.refused, 'Choose another name, or list the existing records.'],
};

function explainStatus(status: number, isDomainError: boolean): [ExitCode, string] {
  if (status === 401) return [EXIT_CODES.denied, 'Set a valid key as TOCSIN_KEY or as "key" in the profile.'];
  if (status === 403 && isDomainError)
    return [
      EXIT_CODES.denied,
      'Leave out --domain, TOCSIN_DOMAIN and "domain" of the profile, or use a key of that domain.',
    ];
  if (status === 403)
    return [EXIT_CODES.denied, 'Use a key with more rights; "tocsin keys whoami" shows the current one.'];
  if (status === 404)
    return [EXIT_CODES.notFound, 'It does not exist in this domain. List the existing records.'];
  if (status === 429 || status >= 502) return [EXIT_CODES.tryLater, 'Try again later.'];
  if (status === 400 && isDomainError)
    return [
      EXIT_CODES.refused,
      'The root key acts in every domain: name one with --domain or TOCSIN_DOMAIN.',
    ];
  return [status >= 500 ? EXIT_CODES.tryLater : EXIT_CODES.refused, ''];
}
