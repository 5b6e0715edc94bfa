import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export interface SignInTokenInfo {
  readonly token: string;
  readonly expires_at: string;
}

/** Issues a token that starts one session, for links: the API key itself must not be part of an address. */
export class IssueSignInToken extends Command<SignInTokenInfo> {
  constructor(
    readonly scope: Scope,
    /** The credential that the caller authenticated with. */
    readonly key: string,
  ) {
    super();
  }
}
