import { ApiKey } from '../../../../identity/src/domain/api-key.js';

export const other = ApiKey;
