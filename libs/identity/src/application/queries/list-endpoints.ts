import { ListRecords } from '#shared/messages/read-messages.js';

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
export class ListEndpoints extends ListRecords<EndpointInfo, EndpointFilter> {}
