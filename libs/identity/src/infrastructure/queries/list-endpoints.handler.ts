import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { RELEASE } from '#shared/platform/release.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import {
  ENDPOINT_FIELDS,
  ListEndpoints,
  type EndpointInfo,
} from '../../application/queries/list-endpoints.js';
import { DEAD_AFTER_SECONDS } from '../process-heartbeat.js';

/** Endpoints are the same in every domain. */
const NO_DOMAIN = '';

const SERVICES = ['identity', 'monitoring', 'notification'];
const IS_ALIVE_SQL = buildRecentCondition('heartbeat_at', DEAD_AFTER_SECONDS);

const sqlLiteral = (value: string) => `'${value.replaceAll("'", "''")}'::text`;

const ENDPOINT_RECORD = new RecordSerializer(ENDPOINT_FIELDS);

const BASE_RESOURCE: Omit<Resource, 'relation' | 'id'> = {
  name: 'Endpoint',
  ...toQueryFields(ENDPOINT_FIELDS),
  keywords: ['service', 'name'],
  order: [{ key: 'service' }],
  minimal: ['service', 'endpoint', 'state'],
};

/** The public address of every service, with the version of the processes that serve it. */
function createServicesResource({ url }: PublicUrl): Resource {
  const rows = SERVICES.map((service) => `(${sqlLiteral(service)}, ${sqlLiteral(`${url}/${service}/v1`)})`);
  return {
    ...BASE_RESOURCE,
    id: 'service',
    relation: `(
      select ${sqlLiteral(NO_DOMAIN)} as domain_id, service, service as name, endpoint,
        case when exists (select from running_process where app = 'api' and ${IS_ALIVE_SQL})
          then 'ACTIVE' else 'INACTIVE' end as state,
        coalesce((select version from running_process where app = 'api' and ${IS_ALIVE_SQL}
          order by process_id desc limit 1), ${sqlLiteral(RELEASE)}) as version
      from (values ${rows.join(', ')}) as known (service, endpoint))`,
  };
}

const PROCESSES: Resource = {
  ...BASE_RESOURCE,
  name: 'Internal endpoint',
  id: 'name',
  relation: `(
    select ${sqlLiteral(NO_DOMAIN)} as domain_id, app as service, name, address as endpoint, version,
      case when ${IS_ALIVE_SQL} then 'ACTIVE' else 'INACTIVE' end as state
    from running_process)`,
};

@QueryHandler(ListEndpoints)
export class ListEndpointsHandler implements IQueryHandler<ListEndpoints> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly publicUrl: PublicUrl,
  ) {}

  execute({ scope, filter, query, signal }: ListEndpoints): Promise<RawJson<Page<Partial<EndpointInfo>>>> {
    const { service, endpoint_type = 'PUBLIC' } = filter;
    if (endpoint_type === 'INTERNAL' && !scope.root) {
      throw new DomainError(
        'ERROR_PERMISSION_DENIED',
        'denied',
        'INTERNAL endpoints are for the root key only',
      );
    }
    const resource = endpoint_type === 'INTERNAL' ? PROCESSES : createServicesResource(this.publicUrl);
    const request = {
      scope: { ...scope, domain_id: NO_DOMAIN },
      filter: { service },
      query,
      record: ENDPOINT_RECORD,
    };
    return this.engine.list(resource, request, signal);
  }
}
