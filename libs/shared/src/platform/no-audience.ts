import type { CqrsModuleOptions } from '@nestjs/cqrs';

/**
 * For the buses: every command and query has its one handler, and nobody listens to all of them, so that announcing each
 * to nobody would only cost time.
 */
export const NO_AUDIENCE: CqrsModuleOptions = {
  commandPublisher: { publish: () => undefined },
  queryPublisher: { publish: () => undefined },
};
