import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { DomainSemaphore } from '#shared/platform/persistence/domain-semaphore.js';
import { getScope } from '../http/body/message.decorator.js';

/** The default number of processes that evaluate expressions: a third request of a domain would only wait for them. */
const MAX_PER_DOMAIN = 2;
const MAX_WAIT_MS = 5_000;

/** Limits the concurrent requests of a domain that call a plugin, so that other domains are served. */
@Injectable()
export class PluginConcurrencyInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly share = new DomainSemaphore(MAX_PER_DOMAIN, MAX_WAIT_MS);

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { domain_id } = getScope(context, 'any domain');
    return from(this.share.run(domain_id, () => firstValueFrom(next.handle())));
  }
}
