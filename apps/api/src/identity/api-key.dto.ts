import type { APIKeyInfo as Record } from '#identity';
import { CallerIdField, DateField, EnumField, IdField, NameField, TextField } from '../http/fields.js';

const ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const;
type Role = (typeof ROLES)[number];

export class CreateAPIKeyRequest {
  @CallerIdField({ description: 'Whose key it is, in your own terms.', example: 'u-1' })
  user_id!: string;

  @CallerIdField({
    required: false,
    description: 'Default: the domain of the key used; the root key must name it.',
  })
  domain_id?: string;

  @NameField({ required: false, example: 'terraform' })
  name?: string;

  @EnumField(ROLES, {
    required: false,
    name: 'APIKeyRole',
    description: 'ADMIN (default) may do all in its domain, MEMBER all but API keys, VIEWER only reads.',
  })
  role?: Role;

  @DateField({ required: false, description: 'The key stops working then. Default: never.' })
  expires_at?: Date;
}

export class APIKeyInfo implements Record {
  @IdField('api_key') api_key_id!: string;

  @TextField({
    description: 'Complete only in the answer to its creation; masked ever after.',
    example: 'tocsin_…x7Gq',
  })
  api_key!: string;

  @NameField({ nullable: true }) name!: string | null;
  @EnumField(ROLES, { name: 'APIKeyRole' }) role!: Role;
  @EnumField(['ENABLED', 'DISABLED'], { none: 'NONE_STATE', name: 'APIKeyState' }) state!:
    'ENABLED' | 'DISABLED';
  @CallerIdField() user_id!: string;
  @CallerIdField() domain_id!: string;
  @DateField({ nullable: true }) expires_at!: string | null;
  @DateField({ nullable: true, description: 'True to within a minute.' }) last_accessed_at!: string | null;
  @DateField() created_at!: string;
}
