import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { Operation } from '../docs/operation.decorator.js';
import { EnumField } from '../http/body/fields.js';

class HealthInfo {
  @EnumField(['ok'], { name: 'HealthStatus' }) status!: 'ok';
}

class ReadyInfo extends HealthInfo {
  @EnumField(['ok', 'unavailable'], {
    name: 'DatabaseState',
    description:
      'Whether the database accepts writes. If not, deliveries are stored in the spool, and alerts are not updated.',
  })
  database!: 'ok' | 'unavailable';

  @EnumField(['empty', 'in_use'], {
    name: 'SpoolState',
    required: false,
    description:
      'Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them. Absent if ' +
      'the process has no spool.',
  })
  spool?: 'empty' | 'in_use';
}

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Operation({
    method: 'GET',
    path: 'live',
    summary: 'Check whether the process is alive',
    description:
      'Returns 200 while the process is alive. If there is no response, a supervisor should restart the process.',
    permission: 'open',
    response: HealthInfo,
  })
  live(): HealthInfo {
    return { status: 'ok' };
  }

  @Operation({
    method: 'GET',
    path: 'ready',
    summary: 'Check whether the process can take requests',
    description:
      'Returns 200 if the database or the spool accepts writes, the schema is up to date, there is disk space for ' +
      'deliveries, and the process is not stopping. Otherwise returns 503.',
    permission: 'open',
    response: ReadyInfo,
  })
  async ready(): Promise<ReadyInfo> {
    const { obstacle, database, spool } = await this.readiness.state();
    if (obstacle !== undefined) throw DomainError.unavailable(obstacle, 1);
    return { status: 'ok', database, ...(spool && { spool }) };
  }
}
