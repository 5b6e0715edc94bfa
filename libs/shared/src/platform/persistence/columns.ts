import type { ValueTransformer } from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';
import { formatId, parseId, type IdKind } from '../../kernel/ids.js';

/** A time, to the millisecond. */
export const INSTANT = { type: 'timestamptz', precision: 3 } as const;

/** An id of this kind: a TypeID in the domain, a uuid in the database. */
export const idOf = (kind: IdKind) => ({ type: 'uuid', transformer: createIdTransformer(kind) }) as const;

const createIdTransformer = (kind: IdKind): ValueTransformer => ({
  to: (id: unknown) => (typeof id === 'string' ? parseId(kind, id) : id),
  from: (uuid: string | null) => (uuid === null ? null : formatId(kind, uuid)),
});

/**
 * Reads what is encrypted in the database. The key may be configured wrongly for now. That is not the caller's fault, so the error
 * is temporary.
 * @param secret for the error, as in `The secrets of this webhook`
 * @throws ERROR_UNAVAILABLE
 */
export function decryptOrUnavailable<T>(secret: string, decrypt: () => T): T {
  try {
    return decrypt();
  } catch (cause) {
    throw DomainError.unavailable(`${secret} cannot be read`, 60, cause);
  }
}
