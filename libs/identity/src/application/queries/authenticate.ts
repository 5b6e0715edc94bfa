import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Returns the caller of a key; `undefined` if the key is not valid, for any reason.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class Authenticate extends Query<Caller | undefined> {
  constructor(readonly key: string) {
    super();
  }
}

/**
 * Returns the caller of a session cookie; `undefined` if the cookie is not valid. A session ends with the key that
 * started it. It is limited to one domain, even if that key is the root key.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class AuthenticateSession extends Query<Caller | undefined> {
  constructor(readonly cookie: string) {
    super();
  }
}

/**
 * Returns the caller of a stream token; `undefined` if the token is not valid. A token ends with the key that it was
 * issued for. It is limited to one domain, even if that key is the root key.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class AuthenticateStreamToken extends Query<Caller | undefined> {
  constructor(
    readonly token: string,
    /** Whether the stream is already open. It then stays open after the token expires. */
    readonly isOpen: boolean,
  ) {
    super();
  }
}

export type KeyOwner = Extract<Caller, { root: false }>;

/** Returns whose API key it is, also if it is disabled or has expired; `undefined` for any other text. */
export class FindKeyOwner extends Query<KeyOwner | undefined> {
  constructor(readonly key: string) {
    super();
  }
}
