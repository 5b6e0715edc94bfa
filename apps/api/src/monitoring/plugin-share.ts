import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { FairShare } from '#shared/platform/persistence/fair-share.js';
import { scopeIn } from '../http/body/message.decorator.js';

/** As many as there are processes for expressions by default: a third one would only wait for them. */
const PER_DOMAIN = 2;
const PATIENCE_MS = 5_000;

/** Bounds the requests of a domain that ask a plugin at the same time, so that those of the others are answered. */
@Injectable()
export class PluginShare implements NestInterceptor<unknown, unknown> {
  private readonly share = new FairShare(PER_DOMAIN, PATIENCE_MS);

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { domain_id } = scopeIn(context, 'any domain');
    return from(this.share.run(domain_id, () => firstValueFrom(next.handle())));
  }
}
