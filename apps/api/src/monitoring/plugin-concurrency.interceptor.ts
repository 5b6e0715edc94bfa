import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { DomainShares } from '#shared/kernel/domain-shares.js';
import { createDisconnectSignal, getScope } from '../http/body/message.decorator.js';

/** Twice the default number of processes that evaluate expressions: a domain may have half, and more would only wait for them. */
const PLACES = 4;
const MAX_WAIT_MS = 5_000;

/** Limits the concurrent requests of a domain that call a plugin, so that other domains are served. */
@Injectable()
export class PluginConcurrencyInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly shares = new DomainShares({
    name: 'previews and tests of plugins',
    places: PLACES,
    waitMs: MAX_WAIT_MS,
  });

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { domain_id } = getScope(context, 'any domain');
    const signal = createDisconnectSignal(context.switchToHttp().getResponse<FastifyReply>());
    return from(this.shares.run(domain_id, () => firstValueFrom(next.handle()), signal));
  }
}
