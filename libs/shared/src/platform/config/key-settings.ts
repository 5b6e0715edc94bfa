import { keyOf, secretOf } from './validators.js';

export const keySettings = {
  ROOT_API_KEY: {
    ...secretOf(32),
    desc: "the operator's key; generate one with: openssl rand -hex 32",
  },
  ENCRYPTION_KEY: {
    ...keyOf(32),
    desc: 'encrypts what is secret in the database; generate one with: openssl rand -base64 32, and keep it',
  },
  ENCRYPTION_KEY_OLD: {
    ...keyOf(32),
    default: undefined,
    desc: 'only decrypts, while ENCRYPTION_KEY is being replaced',
  },
};
