import { Query } from '@nestjs/cqrs';
import type { Role } from '#shared/kernel/scope.js';

/** Whom a sign-in token signs in. */
export interface SignInOffer {
  readonly domain_id: string;
  readonly user_id: string;
  readonly role: Role;
}

/** Returns whom a sign-in token would sign in. `undefined` if it has expired. It stays usable. */
export class ReadSignInToken extends Query<SignInOffer | undefined> {
  constructor(readonly sign_in_token: string) {
    super();
  }
}
