import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { createSharedReader } from '#shared/platform/persistence/create-shared-reader.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { DefaultQuota } from '../../quotas/domain/quota-limit.js';
import { Silence } from '../../silences/domain/silence.js';
import { createNameError, readNamed } from '../../silences/tables/silence-names.js';
import { NAME_TAKEN } from '../../subscriptions/tables/subscription-table.js';
import { inPlace } from '../application/in-place.js';
import type { DraftSilence, DraftSubscription, PlanDraft } from '../application/preview-plan.js';
import { readRecords, type PresentRecords } from './read-records.js';

/** Reads what a domain has, and refuses plans that the domain could not have beside it. */
@Injectable()
export class PlanRecords {
  constructor(
    private readonly engine: QueryEngine,
    private readonly limits: RecordLimits,
    private readonly defaultQuota: DefaultQuota,
  ) {}

  /**
   * Returns the records as they are.
   * @throws ERROR_NOT_FOUND if the plan replaces another; ERROR_CONFLICT, ERROR_NOT_UNIQUE, ERROR_INVALID_PARAMETER,
   * ERROR_PERMISSION_DENIED as creating and changing them would
   */
  async read(
    scope: Scope,
    draft: PlanDraft,
    time: { readonly from: Date; readonly to: Date },
    { signal, keep: onLength }: PreviewBudget,
  ): Promise<PresentRecords> {
    const { domain_id } = scope;
    const reader = createSharedReader(this.engine, domain_id, { signal, onLength });
    const present = await readRecords(reader, domain_id, draft, time);
    await this.requireRoom(reader, scope, draft);
    requireSubscriptionNames(draft.subscriptions ?? [], present);
    requireSilenceTimes(draft.silences ?? [], present, time.to);
    await requireSilenceNames(reader, domain_id, draft.silences ?? []);
    return present;
  }

  private async requireRoom(reader: RecordReader, scope: Scope, draft: PlanDraft): Promise<void> {
    const { domain_id } = scope;
    const { subscriptions = [], silences = [], inhibitions = [], escalations = [], quotas = [] } = draft;
    const added = {
      subscription: subscriptions.filter(({ subscription_id }) => subscription_id === undefined).length,
      silence: silences.filter(({ silence_id }) => silence_id === undefined).length,
      inhibition: inhibitions.filter(({ inhibition_id }) => inhibition_id === undefined).length,
      escalation: escalations.filter(({ escalation_id }) => escalation_id === undefined).length,
    };
    const manager = {
      query: async <T>(text: string, values: unknown[]) => (await reader.query(text, values)).rows as T,
    };
    for (const [record, count] of Object.entries(added) as [keyof typeof added, number][])
      if (count > 0) await this.limits.requireRoom(manager, domain_id, record, count);
    for (const { protocol_id, limit } of quotas) this.defaultQuota.requireAllowed(scope, protocol_id, limit);
  }
}

function requireSubscriptionNames(
  drafts: readonly DraftSubscription[],
  { subscriptions }: PresentRecords,
): void {
  const given = new Set(drafts.map(({ subscription_id }) => subscription_id));
  const others = subscriptions.filter(
    ({ subscription_id }) => !given.has(formatId('subscription', subscription_id)),
  );
  const toKey = (project_id: string | null | undefined, name: string) => `${project_id ?? ''} ${name}`;
  const taken = new Set(others.map(({ project_id, name }) => toKey(project_id, name)));
  for (const [at, { project_id, name }] of drafts.entries()) {
    const key = toKey(project_id, name);
    if (taken.has(key))
      inPlace(`subscriptions[${at}]`, () => {
        throw DomainError.notUnique('name', NAME_TAKEN);
      });
    taken.add(key);
  }
}

/** Only what begins or ends at another time than now must end in the future. */
function requireSilenceTimes(drafts: readonly DraftSilence[], { silences }: PresentRecords, now: Date): void {
  const byId = new Map(silences.map((each) => [formatId('silence', each.silence_id), each]));
  for (const [at, { filter = [], silence_id, ...given }] of drafts.entries()) {
    const stored = byId.get(silence_id ?? '');
    inPlace(`silences[${at}]`, () =>
      stored === undefined
        ? Silence.create({ ...given, filter, domain_id: '', reason: '-', created_by: '' }, now)
        : Object.assign(new Silence(), stored, { updated_at: now }).update({ ...given, filter }, now),
    );
  }
}

/** Silences that have equal names already may keep them. */
async function requireSilenceNames(
  reader: RecordReader,
  domain_id: string,
  drafts: readonly DraftSilence[],
): Promise<void> {
  if (drafts.length === 0) return;
  const names = drafts.map(({ name }) => name);
  const stored = (await readNamed(reader, domain_id, names)).map(({ silence_id, name }) => ({
    silence_id: formatId('silence', silence_id),
    name,
  }));
  const given = new Set(drafts.map(({ silence_id }) => silence_id));
  for (const [at, { silence_id, name }] of drafts.entries()) {
    const equal = stored.filter((each) => each.name === name);
    if (equal.some((each) => each.silence_id === silence_id)) continue;
    const earlier = drafts.findIndex((each) => each.name === name);
    const other =
      equal.find((each) => !given.has(each.silence_id))?.silence_id ??
      (earlier < at ? `silences[${earlier}]` : undefined);
    if (other !== undefined)
      inPlace(`silences[${at}]`, () => {
        throw createNameError(other);
      });
  }
}
