import { CommanderError } from '@commander-js/extra-typings';
import { TocsinError, TocsinUnreachableError } from '#client';
import { plain } from './print.js';

export const EXIT = {
  failed: 1,
  usage: 2,
  unreachable: 3,
  denied: 4,
  notFound: 5,
  refused: 6,
  later: 7,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

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
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : EXIT.usage, lines: [] };
  if (error instanceof UsageError) return { code: EXIT.usage, lines: [`error: ${error.message}`] };
  if (error instanceof FailedError) return { code: EXIT.failed, lines: [error.message].filter(Boolean) };
  if (error instanceof TocsinUnreachableError) {
    const remedy =
      'Check that the service is running. Set its address with --url, TOCSIN_URL or "url" in the profile.';
    return { code: EXIT.unreachable, lines: [`error: ${error.message}`, remedy] };
  }
  if (error instanceof TocsinError) return explainAnswer(error);
  return { code: EXIT.failed, lines: [`error: ${error instanceof Error ? error.message : String(error)}`] };
}

function explainAnswer({ status, code, message, errors, requestId }: TocsinError): Explanation {
  const fields = errors.map(({ field, reason }) => `  ${plain(field)}: ${plain(reason)}`);
  // The error for a key of another domain names no field.
  const ofDomain =
    errors.some(({ field }) => field === 'domain_id') || (status === 403 && /domain_id/.test(message));
  const [exit, remedy] = REMEDIES[code] ?? meaning(status, ofDomain);
  const about = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return {
    code: exit,
    lines: [
      `error: ${plain(message)}${about && ` (${plain(about)})`}`,
      ...(fields.length > 1 ? fields : []),
      remedy,
    ].filter(Boolean),
  };
}

/** Remedies by error code, where the status alone does not determine one. */
const REMEDIES: Readonly<Record<string, readonly [ExitCode, string]>> = {
  ERROR_WEBHOOK_DISABLED: [EXIT.refused, 'To enable it: tocsin webhooks enable <id>.'],
  ERROR_NOT_UNIQUE: [EXIT.refused, 'Choose another name, or list the existing records.'],
};

function meaning(status: number, ofDomain: boolean): [ExitCode, string] {
  if (status === 401) return [EXIT.denied, 'Set a valid key as TOCSIN_KEY or as "key" in the profile.'];
  if (status === 403 && ofDomain)
    return [
      EXIT.denied,
      'Leave out --domain, TOCSIN_DOMAIN and "domain" of the profile, or use a key of that domain.',
    ];
  if (status === 403)
    return [EXIT.denied, 'Use a key with more rights; "tocsin keys whoami" shows the current one.'];
  if (status === 404) return [EXIT.notFound, 'It does not exist in this domain. List the existing records.'];
  if (status === 429 || status >= 502) return [EXIT.later, 'Try again later.'];
  if (status === 400 && ofDomain)
    return [EXIT.refused, 'The root key acts in every domain: name one with --domain or TOCSIN_DOMAIN.'];
  return [status >= 500 ? EXIT.later : EXIT.refused, ''];
}
