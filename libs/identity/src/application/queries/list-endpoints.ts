import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';

/** The address of a service, and whether any process serves it. */
export interface EndpointInfo {
  readonly service: string;
  readonly name: string;
  readonly endpoint: string;
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly version: string;
}

export interface EndpointFilter {
  readonly service?: string | undefined;
  /** `PUBLIC` (default): one address per service. `INTERNAL`: one per process, for the root key only. */
  readonly endpoint_type?: string | undefined;
}

/** @throws ERROR_PERMISSION_DENIED when a caller other than the root key asks for `INTERNAL` */
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
