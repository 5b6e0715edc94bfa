import { Query } from '@nestjs/cqrs';

export interface SignInMethods {
  /** At which people sign in; `null`: by a key only. */
  readonly issuer: string | null;
}

/** What a page offers to whoever is not signed in. */
export class GetSignInMethods extends Query<SignInMethods> {}
