import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadSignInToken, type SignInOffer } from '../../application/queries/read-sign-in-token.js';
import { TokenHolderAuthenticator } from '../token-holder-authenticator.js';
import { SignInVerifier } from './sign-in-verifier.js';

@QueryHandler(ReadSignInToken)
export class ReadSignInTokenHandler implements IQueryHandler<ReadSignInToken> {
  constructor(
    private readonly signIns: SignInVerifier,
    private readonly holders: TokenHolderAuthenticator,
  ) {}

  async execute({ sign_in_token }: ReadSignInToken): Promise<SignInOffer | undefined> {
    const verified = await this.signIns.verify({ sign_in_token });
    const caller = verified && (await this.holders.findCaller(verified.holder, 'ADMIN'));
    if (caller === undefined || caller.root) return undefined;
    const { domain_id, user_id, role } = caller;
    return { domain_id, user_id, role };
  }
}
