import { keyOf, secretOf, wholeNumber } from './validators.js';

export const keySettings = {
  ROOT_API_KEY: {
    ...secretOf(32),
    desc: "the operator's key; generate one with: openssl rand -hex 32",
  },
  ENCRYPTION_KEY: {
    ...keyOf(32),
    desc: 'encrypts the secrets in the database; generate one with: openssl rand -base64 32, and store it safely',
  },
  ENCRYPTION_KEY_OLD: {
    ...keyOf(32),
    default: undefined,
    desc: 'the previous key, used only to decrypt while ENCRYPTION_KEY is being replaced',
  },
  SESSION_IDLE_TIMEOUT: {
    ...wholeNumber(5, 720),
    default: 60,
    desc: 'minutes without a request after which a session of a browser ends; every session ends after 12 hours',
  },
};
