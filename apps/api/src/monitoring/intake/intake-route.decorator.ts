import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Operation } from '../../docs/operation.decorator.js';

/** The path of a webhook's address. */
export const EVENTS_PATH = 'webhook/:webhook_id/:access_key/events';

/** A route at or below the address of a webhook. Its access key is checked before the body is read. */
export function IntakeRoute(operation: Omit<Operation, 'permission'>): MethodDecorator {
  return applyDecorators(
    Operation({ ...operation, permission: 'open' }),
    RouteConfig({ admitsDeliveries: true }),
  );
}

/** An undocumented route, for senders that only know the API of another service. */
export function IntakeRouteAlias(
  method: Operation['method'],
  path: string,
  summary: string,
  status = 202,
): MethodDecorator {
  return applyDecorators(IntakeRoute({ method, path, summary, status }), ApiExcludeEndpoint());
}
