export { IdentityModule } from './identity.module.js';
export { CreateApiKey } from './application/commands/create-api-key.js';
export { Authenticate } from './application/queries/authenticate.js';
export type { APIKeyInfo } from './application/queries/api-key-info.js';
