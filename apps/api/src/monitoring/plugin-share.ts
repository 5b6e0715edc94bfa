import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { FairShare } from '#shared/platform/persistence/fair-share.js';
import { scopeIn } from '../http/body/message.decorator.js';

/** The default number of processes that evaluate expressions: a third request of a domain would only wait for them. */
const PER_DOMAIN = 2;
const PATIENCE_MS = 5_000;

/** Limits the concurrent requests of a domain that call a plugin, so that other domains are served. */
@Injectable()
export class PluginShare implements NestInterceptor<unknown, unknown> {
  private readonly share = new FairShare(PER_DOMAIN, PATIENCE_MS);

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { domain_id } = scopeIn(context, 'any domain');
    return from(this.share.run(domain_id, () => firstValueFrom(next.handle())));
  }
}
