import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerInfo, CallerRequest } from './caller.dto.js';

@ApiTags('API key')
@Controller('identity/v1')
export class CallerController {
  @Operation({
    method: 'GET',
    path: 'caller',
    summary: 'Get the caller',
    description:
      'Returns the domain, user and role of the key in use. The root key belongs to no domain and can act in every ' +
      'domain.',
    permission: 'caller:read',
    request: CallerRequest,
    response: CallerInfo,
  })
  getCaller(@CallerScope('any domain') { root, domain_id, user_id, role, origin }: Scope): CallerInfo {
    return {
      root,
      domain_id: root ? null : domain_id,
      user_id,
      role,
      api_key_id: origin?.api_key_id ?? null,
    };
  }
}
