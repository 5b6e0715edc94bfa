import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

export type KeyOwner = Extract<Caller, { root: false }>;

/** Returns whose API key it is, also if it is disabled or has expired; `undefined` for any other text. */
export class FindKeyOwner extends Query<KeyOwner | undefined> {
  constructor(readonly key: string) {
    super();
  }
}
