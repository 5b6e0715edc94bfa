import { EntitySchema } from 'typeorm';
import type { Encryption } from '#shared/platform/encryption.js';
import { decryptOrUnavailable, idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { OnCall } from '../domain/on-call.js';

export const onCallSchema = (encryption: Encryption) =>
  new EntitySchema<OnCall>({
    name: 'on_call',
    target: OnCall,
    columns: {
      on_call_id: { ...idOf('on_call'), primary: true },
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
      created_at: INSTANT,
      updated_at: INSTANT,
    },
  });

/** @throws ERROR_UNAVAILABLE, not an error of the caller: the operator may set the correct key again */
export function decryptAddress(encryption: Encryption, stored: Buffer): string {
  return decryptOrUnavailable('The address of this calendar', () => encryption.decrypt(stored));
}
