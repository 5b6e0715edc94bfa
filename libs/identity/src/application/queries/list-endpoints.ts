import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';

/** Where a service is reached, and whether any process serves it. */
export interface EndpointInfo {
  readonly service: string;
  readonly name: string;
  readonly endpoint: string;
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly version: string;
}

export interface EndpointFilter {
  readonly service?: string | undefined;
  /** `PUBLIC` (default): one for each service. `INTERNAL`: every process, for the root key only. */
  readonly endpoint_type?: string | undefined;
}

/** @throws ERROR_PERMISSION_DENIED for the processes, to anyone but the root key */
export class ListEndpoints extends Query<RawJson<Page<Partial<EndpointInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: EndpointFilter,
    readonly query: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
