import { DomainError } from './domain-error.js';

/** Seconds for which a replaced secret may stay valid: 30 days. */
export const MAX_GRACE_SECONDS = 30 * 86_400;

/** How a secret is replaced by a new one. */
export interface RotationTerms {
  /** Seconds for which the replaced secret stays valid; none if omitted. */
  readonly grace_seconds?: number | undefined;
  /** Whether a secret that an earlier rotation replaced ends at once, although that rotation promised it more time. */
  readonly end_grace?: boolean | undefined;
}

/**
 * Returns until when the secret that is replaced now stays valid; `null`: it ends at once.
 * @param previousExpiresAt until when the secret stays valid that the last rotation replaced
 * @throws ERROR_INVALID_PARAMETER for a grace out of bounds; ERROR_CONFLICT while that secret is valid: a rotation that is repeated,
 *   because its answer was lost, must not cut off those who rely on the first one's promise
 */
export function planRotation(
  { grace_seconds = 0, end_grace = false }: RotationTerms,
  previousExpiresAt: Date | null,
  now: Date,
): Date | null {
  if (!Number.isInteger(grace_seconds) || grace_seconds < 0 || grace_seconds > MAX_GRACE_SECONDS)
    throw DomainError.invalid('grace_seconds', `must be a whole number from 0 to ${MAX_GRACE_SECONDS}`);
  if (!end_grace && previousExpiresAt !== null && previousExpiresAt > now)
    throw new DomainError(
      'ERROR_CONFLICT',
      'conflict',
      `An earlier rotation keeps the previous one valid until ${previousExpiresAt.toISOString()}. Rotate again after that, or ` +
        'give "end_grace": true to end it now',
    );
  return grace_seconds === 0 ? null : new Date(now.getTime() + grace_seconds * 1000);
}
