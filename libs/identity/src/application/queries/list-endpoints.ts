import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { ListRecords } from '#shared/messages/read-messages.js';

/** The address of a service, and whether any process serves it. */
export const ENDPOINT_FIELDS = {
  service: { type: 'text', example: 'monitoring' },
  name: { type: 'text', example: 'monitoring' },
  endpoint: { type: 'text', example: 'https://tocsin.example.com/monitoring/v1' },
  state: {
    type: 'enum',
    name: 'EndpointState',
    values: ['ACTIVE', 'INACTIVE'],
    none: 'NONE',
    description: 'ACTIVE while a process of the service sends heartbeats.',
  },
  version: { type: 'text', description: 'The running release.' },
} as const satisfies RecordFields;

export type EndpointInfo = InfoOf<typeof ENDPOINT_FIELDS>;

export interface EndpointFilter {
  readonly service?: string | undefined;
  /** `PUBLIC` (default): one address per service. `INTERNAL`: one per process, for the root key only. */
  readonly endpoint_type?: string | undefined;
}

/** @throws ERROR_PERMISSION_DENIED when a caller other than the root key asks for `INTERNAL` */
export class ListEndpoints extends ListRecords<EndpointInfo, EndpointFilter> {}
