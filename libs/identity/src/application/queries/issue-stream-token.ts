import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export interface StreamTokenInfo {
  readonly token: string;
  readonly expires_at: string;
}

/** A text that opens a stream in the scope of a caller for some minutes, for clients that can send no header. */
export class IssueStreamToken extends Query<StreamTokenInfo> {
  constructor(
    readonly scope: Scope,
    /** What the caller authenticated with. */
    readonly key: string,
  ) {
    super();
  }
}
