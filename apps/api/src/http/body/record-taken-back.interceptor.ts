import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { requireSameIds } from '#shared/platform/persistence/record-writes.js';
import { getMessage, type ApiRequest } from './message.decorator.js';

/**
 * Refuses an update that has an id which is not that of the record: it would not do what it says. Other fields that an update does
 * not change are ignored, as many of them change by themselves.
 */
export class RecordTakenBackInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (request.method !== 'PUT') return next.handle();
    getMessage(context);
    const { givenIds } = request;
    if (givenIds === undefined) return next.handle();
    return from(requireSameIds(givenIds, () => lastValueFrom(next.handle())));
  }
}
