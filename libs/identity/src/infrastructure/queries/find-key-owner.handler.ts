import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FindKeyOwner, type KeyOwner } from '../../application/queries/find-key-owner.js';
import { AuthenticateHandler } from './authenticate.handler.js';

@QueryHandler(FindKeyOwner)
export class FindKeyOwnerHandler implements IQueryHandler<FindKeyOwner> {
  constructor(private readonly keys: AuthenticateHandler) {}

  execute({ key }: FindKeyOwner): Promise<KeyOwner | undefined> {
    return this.keys.findOwner(key);
  }
}
