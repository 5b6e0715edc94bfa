import { ROLES, type Role } from '#shared/kernel/scope.js';
import { BooleanField, CallerIdField, EnumField, IdField, UserIdField } from '../http/body/fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';

/** `domain_id` is accepted as in all requests. It must be the domain of the key. */
export class CallerRequest extends DomainRequest {}

export class CallerInfo {
  @BooleanField({ description: 'Whether the key is the root key, which can act in every domain.' })
  root!: boolean;

  @CallerIdField({ nullable: true, description: 'The domain of the key. `null` for the root key.' })
  domain_id!: string | null;

  @UserIdField({ nullable: true, description: 'The user of the key. `null` for the root key.' })
  user_id!: string | null;

  @EnumField(ROLES, { name: 'APIKeyRole' })
  role!: Role;

  @IdField('api_key', {
    nullable: true,
    description: 'The API key in use. `null` for the root key and for a token of an issuer.',
  })
  api_key_id!: string | null;
}
