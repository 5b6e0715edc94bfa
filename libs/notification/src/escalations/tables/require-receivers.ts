import type { EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { Member } from '../../on-call/domain/member.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import type { Escalation } from '../domain/escalation.js';

interface Receiver {
  readonly subscription_id: string;
  readonly name: string;
  readonly state: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  readonly trigger: string;
}

interface Schedule {
  readonly on_call_id: string;
  readonly members: readonly Member[];
}

type Draft = Pick<Escalation, 'project_id' | 'steps' | 'fallback'>;

/**
 * Checks that the receivers exist in the domain, may be told of the alerts of the policy, and wait for its steps.
 * @throws ERROR_INVALID_PARAMETER naming the first that cannot be a receiver
 */
export async function requireReceivers(
  manager: EntityManager,
  protocols: ProtocolRegistry,
  domain_id: string,
  { project_id, steps, fallback }: Draft,
): Promise<void> {
  const schedules = await findSchedules(manager, domain_id, steps);
  const members = [...schedules.values()].flatMap((schedule) => schedule.members);
  const receivers = await findReceivers(manager, domain_id, [
    ...steps.flatMap(({ subscriptions }) => subscriptions),
    ...members.map(({ subscription_id }) => subscription_id),
    fallback,
  ]);
  const find = (field: string, id: string): Receiver => {
    const found = receivers.get(id);
    if (found === undefined)
      throw DomainError.invalid(
        field,
        'is no subscription of the domain, or one that was deleted; name another',
      );
    if (found.state !== 'ENABLED')
      throw DomainError.invalid(
        field,
        'is disabled, so that nothing would be sent; enable it, or name another',
      );
    const reason = describeProject(found, project_id);
    if (reason !== undefined) throw DomainError.invalid(field, reason);
    return found;
  };
  for (const [index, { subscriptions, on_call }] of steps.entries()) {
    for (const [place, id] of subscriptions.entries()) {
      const field = `steps[${index}].subscriptions[${place}]`;
      const reason = describeTrigger(find(field, id));
      if (reason !== undefined) throw DomainError.invalid(field, reason);
    }
    if (on_call === null) continue;
    const field = `steps[${index}].on_call`;
    const schedule = schedules.get(on_call);
    if (schedule === undefined)
      throw DomainError.invalid(field, 'is no schedule of the domain, or one that was deleted; name another');
    for (const { name, subscription_id } of schedule.members) {
      const reason = describeMisfit(receivers.get(subscription_id), project_id);
      if (reason !== undefined)
        throw DomainError.invalid(
          field,
          `has the member ${name}, whose subscription ${subscription_id} ${reason}`,
        );
    }
  }
  const { protocol_id } = find('fallback', fallback);
  // It cannot say that nobody was reached.
  if (protocols.find(protocol_id)?.tellsOnlyAlerts === true)
    throw DomainError.invalid(
      'fallback',
      `is of the protocol ${protocol_id}, which only passes on what was posted; name another`,
    );
}

/**
 * Checks members of a schedule as {@link requireReceivers} would, for each escalation that names the schedule.
 * @throws ERROR_INVALID_PARAMETER naming the first whom no step may tell
 */
export async function requireMembers(
  manager: EntityManager,
  domain_id: string,
  on_call_id: string,
  members: readonly Member[],
): Promise<void> {
  const policies = await manager.query<Pick<Escalation, 'name' | 'project_id'>[]>(
    `select name, project_id from escalation where domain_id = $1 and deleted_at is null and steps @> $2 order by escalation_id`,
    [domain_id, JSON.stringify([{ on_call: on_call_id }])],
  );
  if (policies.length === 0) return;
  const ids = members.map(({ subscription_id }) => subscription_id);
  const receivers = await findReceivers(manager, domain_id, ids);
  for (const { name, project_id } of policies)
    for (const [index, id] of ids.entries()) {
      const reason = describeMisfit(receivers.get(id), project_id);
      if (reason !== undefined)
        throw DomainError.invalid(
          `members[${index}].subscription_id`,
          `${reason}: the escalation “${name}” tells this schedule`,
        );
    }
}

/** Returns why a step of the project must not tell a member. One that is disabled or deleted is passed over for as long. */
const describeMisfit = (found: Receiver | undefined, project_id: string | null): string | undefined =>
  found && (describeProject(found, project_id) ?? describeTrigger(found));

function describeProject(found: Receiver, project_id: string | null): string | undefined {
  if (found.project_id === null || found.project_id === project_id) return undefined;
  const fitting = project_id === null ? 'all projects' : `the project ${project_id} or of all projects`;
  return `sends only alerts of the project ${found.project_id}; name one of ${fitting}`;
}

const describeTrigger = ({ trigger }: Receiver): string | undefined =>
  trigger === 'ESCALATION'
    ? undefined
    : 'is told of every change that it matches; set its trigger to ESCALATION, so that only steps tell it';

async function findReceivers(
  manager: EntityManager,
  domain_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Receiver>> {
  const rows = await manager.query<Receiver[]>(
    `select subscription_id, name, state, project_id, protocol_id, trigger from subscription
     where domain_id = $1 and subscription_id = any($2::uuid[]) and deleted_at is null`,
    [domain_id, [...new Set(ids)].map((id) => parseId('subscription', id))],
  );
  return new Map(rows.map((row) => [formatId('subscription', row.subscription_id), row]));
}

async function findSchedules(
  manager: EntityManager,
  domain_id: string,
  steps: Draft['steps'],
): Promise<ReadonlyMap<string, Schedule>> {
  const ids = steps.flatMap(({ on_call }) => (on_call === null ? [] : [parseId('on_call', on_call)]));
  if (ids.length === 0) return new Map();
  const rows = await manager.query<Schedule[]>(
    `select on_call_id, members from on_call where domain_id = $1 and on_call_id = any($2::uuid[])`,
    [domain_id, ids],
  );
  return new Map(rows.map((row) => [formatId('on_call', row.on_call_id), row]));
}
