import {
  applyDecorators,
  UseInterceptors,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { getSubject } from '#shared/kernel/scope.js';
import { Idempotency } from '#shared/platform/idempotency/idempotency.js';
import { Problem } from '../errors/problem.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import { getMessage, getScope, type ApiRequest } from './message.decorator.js';

/** Answers a repeated request with its first response, on operations that are decorated with `@Idempotent()`. */
@Injectable()
class IdempotencyInterceptor implements NestInterceptor<object, object> {
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
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const work = () => firstValueFrom(next.handle());
    return from(
      this.idempotency.run(idempotentRequest, work, () => void reply.header('idempotency-replayed', 'true')),
    );
  }
}

const problemContent = { 'application/problem+json': { schema: { $ref: getSchemaPath(Problem) } } };

/** A retry with the same Idempotency-Key gets the first response. The use case must call `storeResponse` in its transaction. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description:
        'A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A ' +
        'different request gets 422, and a retry while the first request is in progress gets 409.',
    }),
    ApiResponse({
      status: 409,
      description: 'The first request with this key is in progress',
      content: problemContent,
    }),
    ApiResponse({
      status: 422,
      description: 'The Idempotency-Key was used for another request',
      content: problemContent,
    }),
  );
}
