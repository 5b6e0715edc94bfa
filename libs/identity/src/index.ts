export { IdentityModule } from './identity.module.js';
export { CreateApiKey } from './application/commands/create-api-key.js';
export { DeleteApiKey } from './application/commands/delete-api-key.js';
export { DisableApiKey, EnableApiKey } from './application/commands/enable-api-key.js';
export { RotateApiKey } from './application/commands/rotate-api-key.js';
export { BeginSignIn, GetSignInMethods, type SignInMethods } from './application/commands/begin-sign-in.js';
export { CreateSession, type SignIn } from './application/commands/create-session.js';
export { SwitchDomain } from './application/commands/switch-domain.js';
export { EndSession } from './application/commands/end-session.js';
export {
  Authenticate,
  FindKeyOwner,
  type KeyOwner,
  AuthenticateStreamToken,
  AuthenticateSession,
} from './application/queries/authenticate.js';
export {
  IssueSignInToken,
  IssueStreamToken,
  ReadSignInToken,
  type SignInOffer,
} from './application/commands/issue-token.js';
export {
  GetApiKey,
  ListApiKeys,
  StatApiKeys,
  API_KEY_FIELDS,
  getApiKeyVersion,
} from './application/queries/api-key-info.js';
export { GetSession, ListSessions, SESSION_FIELDS } from './application/queries/session-info.js';
export { AUDIT_LOG_FIELDS, ListAuditLogs } from './application/queries/list-audit-logs.js';
export { ENDPOINT_FIELDS, ListEndpoints } from './application/queries/list-endpoints.js';
