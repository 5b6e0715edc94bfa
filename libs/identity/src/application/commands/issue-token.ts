import { Command, Query } from '@nestjs/cqrs';
import type { Scope, Role } from '#shared/kernel/scope.js';

export interface IssuedToken {
  readonly token: string;
  readonly expires_at: string;
}

abstract class IssueToken extends Command<IssuedToken> {
  constructor(
    readonly scope: Scope,
    /** The credential that the caller authenticated with. */
    readonly key: string,
  ) {
    super();
  }
}

/** Issues a token that opens streams with the scope of the caller for some minutes, for clients that cannot send headers. */
export class IssueStreamToken extends IssueToken {}

/** Issues a token that starts one session, for links: the API key itself must not be part of an address. */
export class IssueSignInToken extends IssueToken {}

/** Whom a sign-in token signs in. */
export interface SignInOffer {
  readonly domain_id: string;
  readonly user_id: string;
  readonly role: Role;
}

/** Returns whom a sign-in token would sign in. `undefined` if it was used, or has expired. It stays usable. */
export class ReadSignInToken extends Query<SignInOffer | undefined> {
  constructor(readonly sign_in_token: string) {
    super();
  }
}
