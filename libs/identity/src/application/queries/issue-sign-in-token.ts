import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export interface SignInTokenInfo {
  readonly token: string;
  readonly expires_at: string;
}

/** A token that begins one session, for a link: the key itself must not stand in an address. */
export class IssueSignInToken extends Query<SignInTokenInfo> {
  constructor(
    readonly scope: Scope,
    /** The credential that it was asked with. */
    readonly key: string,
  ) {
    super();
  }
}
