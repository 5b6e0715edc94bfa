import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { writeAlertChanges } from '../../processing/tables/write-alert-changes.js';
import { AssignAlert } from '../application/change-alerts.js';
import { createAcknowledgement, requireAssignee } from '../domain/user-acts.js';
import { writeDecision } from './acknowledge-alerts.handler.js';
import { AlertLock, type LockedAlert } from './locked-alert.js';

@CommandHandler(AssignAlert)
export class AssignAlertHandler implements ICommandHandler<AssignAlert> {
  constructor(private readonly alerts: AlertLock) {}

  async execute({ scope, alert_id, assignee: given, acknowledge }: AssignAlert): Promise<void> {
    const assignee = given === null ? null : requireAssignee(given);
    const acknowledges = acknowledge ?? assignee === getCallerName(scope);
    await this.alerts.run(scope, alert_id, async (client, alert) => {
      if (alert.state !== 'OPEN') throw createResolvedError(alert_id, alert);
      if (alert.assignee !== assignee) {
        await writeAssignment(client, scope, alert, assignee);
        await recordChange(client, scope, 'alert', alert_id);
      }
      // An earlier acknowledgement stays: its comment and its end are worth more than the name of the new assignee.
      if (acknowledges && !alert.acknowledged) {
        const webhook = { domain_id: scope.domain_id, uuid: alert.webhook_id };
        await writeDecision(
          client,
          asAcknowledging(scope),
          webhook,
          [alert.uuid],
          createAcknowledgement(scope, {}),
        );
      }
    });
  }
}

function createResolvedError(alert_id: string, { resolved_at }: LockedAlert): DomainError {
  const since = resolved_at === null ? '' : ` since ${resolved_at.toISOString()}`;
  const text = `The alert ${alert_id} is resolved${since}: only open alerts are assigned; add a note instead`;
  return new DomainError('ERROR_CONFLICT', 'conflict', text);
}

/** The audit log names both: that the alert was assigned and that it was acknowledged. */
function asAcknowledging(scope: Scope): Scope {
  const { origin } = scope;
  return origin === undefined ? scope : { ...scope, origin: { ...origin, action: 'acknowledge' } };
}

async function writeAssignment(
  client: ClientBase,
  scope: Scope,
  { uuid, severity, state }: LockedAlert,
  assignee: string | null,
): Promise<void> {
  const actor = getCallerName(scope);
  await client.query({
    name: 'assign alert',
    text: `
      update alert set assignee = $3,
        assigned_at = case when $3::text is not null then statement_timestamp() end,
        assigned_by = case when $3::text is not null then $4::text end
      where domain_id = $1 and alert_id = $2`,
    values: [scope.domain_id, uuid, assignee, actor],
  });
  await writeAlertChanges(client, scope.domain_id, [
    {
      ...{ alert_id: uuid, kind: 'assigned', actor, assignee, event_id: null },
      ...{ severity, severity_before: severity, state, state_before: state },
    },
  ]);
}
