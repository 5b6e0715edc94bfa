import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { getSubject } from '#shared/kernel/scope.js';
import { Idempotency } from '#shared/platform/idempotency/idempotency.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import { getMessage, getScope, type ApiRequest } from './message.decorator.js';

/** Answers a repeated request with its first response, on operations that are decorated with `@Idempotent()`. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor<object, object> {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const key = parseIdempotencyKey(request.headers['idempotency-key'] as string | undefined);
    if (key === undefined) return next.handle();
    // Rejects invalid fields and foreign domains before the key is stored.
    const { domain_id } = getScope(context);
    const caller = request.caller ? getSubject(request.caller) : '';
    const path = request.url.split('?', 1)[0] ?? '';
    const idempotentRequest = {
      scope: [caller, domain_id, request.method, path],
      key,
      body: JSON.stringify(getMessage(context)),
    };
    return from(this.idempotency.run(idempotentRequest, () => firstValueFrom(next.handle())));
  }
}
