import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Operation } from '../../docs/operation.decorator.js';

/** The address of a webhook. */
export const EVENTS = 'webhook/:webhook_id/:access_key/events';

/** A route below the address of a webhook, whose key is checked before the body is read. */
export function Address(operation: Omit<Operation, 'permission'>): MethodDecorator {
  return applyDecorators(
    Operation({ ...operation, permission: 'open' }),
    RouteConfig({ admitsDeliveries: true }),
  );
}

/** Of what is not documented: for senders that only know another service. */
export function Alias(
  method: Operation['method'],
  path: string,
  summary: string,
  status = 202,
): MethodDecorator {
  return applyDecorators(Address({ method, path, summary, status }), ApiExcludeEndpoint());
}
