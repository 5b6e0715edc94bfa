import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export interface StreamTokenInfo {
  readonly token: string;
  readonly expires_at: string;
}

/** Issues a token that opens streams with the scope of the caller for some minutes, for clients that cannot send headers. */
export class IssueStreamToken extends Command<StreamTokenInfo> {
  constructor(
    readonly scope: Scope,
    /** The credential that the caller authenticated with. */
    readonly key: string,
  ) {
    super();
  }
}
