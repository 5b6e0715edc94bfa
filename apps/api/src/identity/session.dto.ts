import type { SessionInfo as Record, SignInMethods as Methods } from '#identity';
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
import { InDomain } from '../http/auth/in-domain.dto.js';
import { ListInfo, Query } from '../http/query/query.dto.js';
import { ROLES, type Role } from './api-key.dto.js';

export class CreateSessionRequest extends InDomain {
  @TextField({
    required: false,
    max: 4_096,
    description: 'The key to sign in with. The root key needs a `domain_id` as well.',
  })
  api_key?: string;

  @TextField({
    required: false,
    max: 4_096,
    description: 'Instead of a key: a token of `POST /identity/v1/sign-in-token`.',
  })
  sign_in_token?: string;

  @TextField({
    required: false,
    max: 8_192,
    description:
      'Instead of a key: the query string that the issuer sent the browser back with, after ' +
      '`POST /identity/v1/session/authorization`.',
  })
  authorization_response?: string;
}

export class SignInMethods implements Methods {
  @TextField({
    nullable: true,
    description: 'The issuer at which people may sign in; `null` when they need a key.',
    example: 'https://login.example.com/realms/ops',
  })
  issuer!: string | null;
}

export class AuthorizationInfo {
  @TextField({ description: 'Where the browser goes next: the page of the issuer.' })
  authorization_url!: string;

  @DateField({ description: 'Until when the browser may come back.' })
  expires_at!: string;
}

export class CurrentSessionRequest extends InDomain {}

export class SessionRequest extends InDomain {
  @IdField('session') session_id!: string;
}

export class SessionQuery extends InDomain {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('session', { required: false })
  session_id?: string;

  @UserIdField({ required: false })
  user_id?: string;
}

export class SessionInfo implements Record {
  @IdField('session') session_id!: string;
  @UserIdField() user_id!: string;
  @EnumField(ROLES, { name: 'APIKeyRole' }) role!: Role;

  @IdField('api_key', {
    nullable: true,
    description: '`null` when the session was begun with the root key or a token of the issuer.',
  })
  api_key_id!: string | null;

  @TextField({ description: 'The address that it was begun from.', example: '192.0.2.7' })
  address!: string;

  @TextField({ nullable: true, description: 'The browser that it was begun in.', example: 'Mozilla/5.0' })
  user_agent!: string | null;

  @CallerIdField() domain_id!: string;
  @DateField() created_at!: string;
  @DateField() expires_at!: string;
}

export class SessionsInfo extends ListInfo {
  @ListField(SessionInfo)
  results!: SessionInfo[];
}

export class SignInTokenInfo {
  @TextField({ description: 'Begins one session, once.' })
  token!: string;

  @DateField() expires_at!: string;
}
