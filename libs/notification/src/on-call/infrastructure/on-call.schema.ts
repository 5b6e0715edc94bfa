import { EntitySchema } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { OnCall } from '../domain/on-call.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const onCallSchema = (encryption: Encryption) =>
  new EntitySchema<OnCall>({
    name: 'on_call',
    target: OnCall,
    columns: {
      on_call_id: {
        type: 'uuid',
        primary: true,
        transformer: {
          to: (id: unknown) => (typeof id === 'string' ? parseId('on_call', id) : id),
          from: (uuid: string) => formatId('on_call', uuid),
        },
      },
      domain_id: { type: 'text' },
      name: { type: 'text' },
      timezone: { type: 'text' },
      members: { type: 'jsonb' },
      rotation: { type: 'jsonb', nullable: true },
      ical_url: {
        type: 'bytea',
        nullable: true,
        transformer: {
          to: (address: string | null) => (address === null ? null : encryption.encrypt(address)),
          from: (stored: Buffer | null) => stored && decryptAddress(encryption, stored),
        },
      },
      ical_url_shown: { type: 'text', nullable: true },
      overrides: { type: 'jsonb' },
      managed_by: { type: 'text', nullable: true },
      created_by: { type: 'text' },
      created_at: instant,
      updated_at: instant,
    },
  });

/** @throws ERROR_UNAVAILABLE, not an error of the caller: the operator may set the correct key again */
export function decryptAddress(encryption: Encryption, stored: Buffer): string {
  try {
    return encryption.decrypt(stored);
  } catch (cause) {
    throw DomainError.unavailable('The address of this calendar cannot be read', 60, cause);
  }
}
