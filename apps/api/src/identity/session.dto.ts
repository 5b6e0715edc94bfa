import { SESSION_FIELDS, type SignInMethods as Methods } from '#identity';
import { ROLES, type Role } from '#shared/kernel/scope.js';
import {
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  ListField,
  QueryField,
  TextField,
  UserIdField,
} from '../http/body/fields.js';
import { RecordType } from '../http/body/record-types.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query } from '../http/query/query.dto.js';

export class CreateSessionRequest extends DomainRequest {
  @TextField({
    required: false,
    max: 4_096,
    description: 'The key to sign in with. The root key needs a `domain_id` as well.',
  })
  api_key?: string;

  @TextField({
    required: false,
    max: 4_096,
    description: 'A token of `POST /identity/v1/sign-in-token`, instead of a key.',
  })
  sign_in_token?: string;

  @TextField({
    required: false,
    max: 8_192,
    description:
      'The query string with which the issuer redirected the browser back after ' +
      '`POST /identity/v1/session/authorization`, instead of a key.',
  })
  authorization_response?: string;
}

export class SignInMethods implements Methods {
  @TextField({
    nullable: true,
    description: 'The issuer at which users can sign in. `null` if users need a key to sign in.',
    example: 'https://login.example.com/realms/ops',
  })
  issuer!: string | null;
}

export class AuthorizationInfo {
  @TextField({ description: 'The URL of the page of the issuer, which the browser must open next.' })
  authorization_url!: string;

  @DateField({ description: 'The time by which the browser must return from the issuer.' })
  expires_at!: string;
}

export class CurrentSessionRequest extends DomainRequest {}

export class SwitchDomainRequest extends DomainRequest {
  @CallerIdField({
    description: 'The domain to enter. It need not have any records yet.',
    example: 'shop',
  })
  new_domain_id!: string;
}

export class SessionRequest extends DomainRequest {
  @IdField('session') session_id!: string;
}

export class SessionQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('session', { required: false })
  session_id?: string;

  @UserIdField({ required: false })
  user_id?: string;
}

export class SessionInfo extends RecordType(SESSION_FIELDS) {}

export class SessionsInfo extends ListInfo {
  @ListField(SessionInfo)
  results!: SessionInfo[];
}

export class ReadSignInTokenRequest {
  @TextField({ description: 'The token of a sign-in link.', example: 'v1_…' })
  sign_in_token!: string;
}

export class SignInHolder {
  @CallerIdField() domain_id!: string;

  @TextField({ example: 'ann@example.com' }) user_id!: string;

  @EnumField(ROLES, { name: 'APIKeyRole' }) role!: Role;
}

export class SignInTokenInfo {
  @TextField({ description: 'The token. It can start only one session.' })
  token!: string;

  @DateField() expires_at!: string;
}
