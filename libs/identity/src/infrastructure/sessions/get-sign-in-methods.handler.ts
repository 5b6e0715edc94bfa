import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { GetSignInMethods, type SignInMethods } from '../../application/queries/get-sign-in-methods.js';
import { CodeFlow } from '../oidc/code-flow.js';

@QueryHandler(GetSignInMethods)
export class GetSignInMethodsHandler implements IQueryHandler<GetSignInMethods> {
  constructor(@Inject(CodeFlow) private readonly codeFlow: CodeFlow | null) {}

  async execute(): Promise<SignInMethods> {
    return { issuer: this.codeFlow?.issuer ?? null };
  }
}
