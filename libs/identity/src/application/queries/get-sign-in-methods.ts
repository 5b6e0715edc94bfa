import { Query } from '@nestjs/cqrs';

export interface SignInMethods {
  /** The issuer at which users sign in; `null` if they sign in by a key only. */
  readonly issuer: string | null;
}

/** Returns the ways to sign in, for callers that are not signed in. */
export class GetSignInMethods extends Query<SignInMethods> {}
