import { API_KEY_FIELDS } from '#identity';
import { ROLES, type Role } from '#shared/kernel/scope.js';
import {
  EnumField,
  IdField,
  ListField,
  NameField,
  OnlyField,
  QueryField,
  UserIdField,
} from '../http/body/fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { RecordType } from '../http/body/record-types.js';
import { EndGraceField, GraceSecondsField } from '../http/body/rotation-fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

const STATES = ['ENABLED', 'DISABLED'] as const;
type State = (typeof STATES)[number];

export class CreateAPIKeyRequest extends DomainRequest {
  @UserIdField({
    description: 'The user of the key: an id of your own, or an e-mail address.',
    example: 'u-1',
  })
  user_id!: string;

  @NameField({ required: false, example: 'terraform' })
  name?: string;

  @EnumField(ROLES, {
    required: false,
    name: 'APIKeyRole',
    description:
      'ADMIN (default): everything in its domain, MEMBER: everything except API keys, VIEWER: read only.',
  })
  role?: Role;

  @MomentField({
    required: false,
    description: 'The expiry time of the key: a time, or a relative time like `now + 90d`. Default: never.',
    example: '2099-12-31T23:59:59.000Z',
  })
  expires_at?: string;
}

export class APIKeyRequest extends DomainRequest {
  @IdField('api_key')
  api_key_id!: string;
}

export class GetAPIKeyRequest extends APIKeyRequest {
  @OnlyField()
  only?: string[];
}

export class RotateAPIKeyRequest extends APIKeyRequest {
  @GraceSecondsField('the old key stays valid')
  grace_seconds?: number;

  @EndGraceField()
  end_grace?: boolean;
}

export class APIKeyQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('api_key', { required: false })
  api_key_id?: string;

  @EnumField(STATES, { name: 'APIKeyState', none: 'NONE_STATE', required: false, anyCase: true })
  state?: State;

  @UserIdField({ required: false })
  user_id?: string;
}

export class APIKeyStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of API keys in each state.',
  })
  query?: StatisticsQuery;
}

export class APIKeyInfo extends RecordType(API_KEY_FIELDS) {}

export class APIKeysInfo extends ListInfo {
  @ListField(APIKeyInfo)
  results!: APIKeyInfo[];
}
