import { Gauge, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { showDone } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import { ConfirmDelete } from '../parts/confirm-delete.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { RecordButtons } from '../parts/record-buttons.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';
import { Sparkline } from '../sources/sparkline.tsx';
import { estimateExhaustion } from './estimate-exhaustion.js';
import { QuotaForm } from './quota-form.tsx';
import { readQuotas, usageOf, type Usage } from './read-quotas.js';

type Quota = Schemas['QuotaInfo'];

/** Milliseconds. */
const REFRESH_MS = 10_000;
const WINDOWS = ['day', 'month'] as const;

/** How much of each quota is used, and when it will be used up at the present rate. */
export function Quotas() {
  const loaded = useLoaded('quotas', readQuotas, REFRESH_MS);
  const [edited, setEdited] = useState<Quota | 'new' | undefined>(undefined);
  const [deleted, setDeleted] = useState<Quota | undefined>(undefined);
  const found = loaded.value.value;
  const canChange = session.value?.role !== 'VIEWER';
  const create = canChange ? (
    <button type="button" class="primary" onClick={() => setEdited('new')}>
      <Icon of={Plus} />
      Set a quota
    </button>
  ) : null;
  return (
    <section class="stack" aria-label="Quotas">
      <LoadState loaded={loaded} />
      {found === undefined ? null : found.quotas.length === 0 ? (
        <EmptyState icon={Gauge} title="No quotas are set">
          <p>A quota limits how many notifications are sent over a protocol in a day or a month.</p>
          {create}
        </EmptyState>
      ) : (
        <>
          <div class="bar">{create}</div>
          <ul class="heartbeats">
            {found.quotas.map((quota) => (
              <li key={quota.quota_id} class="card">
                <QuotaCard quota={quota} usage={usageOf(found.usages, quota.protocol_id)} />
                {canChange ? (
                  <RecordButtons
                    name={`the quota of ${quota.protocol_id}`}
                    onEdit={() => setEdited(quota)}
                    onDelete={() => setDeleted(quota)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited === undefined ? null : (
        <QuotaForm
          quota={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={loaded.reload}
        />
      )}
      {deleted === undefined ? null : (
        <ConfirmDelete
          what="quota"
          name={deleted.protocol_id}
          onClose={() => setDeleted(undefined)}
          onDelete={async () => {
            await client.call('deleteQuota', { path: { quota_id: deleted.quota_id } });
            setDeleted(undefined);
            showDone(`The quota of ${deleted.protocol_id} is deleted.`);
            loaded.reload();
          }}
        >
          From then on, the default of the service limits the protocol, if it has one.
        </ConfirmDelete>
      )}
    </section>
  );
}

function QuotaCard({ quota, usage }: { readonly quota: Quota; readonly usage: Usage }) {
  const { protocol_id, limit, warnings, managed_by } = quota;
  const total = usage.days.reduce((sum, units) => sum + units, 0);
  return (
    <>
      <h2>{protocol_id}</h2>
      {WINDOWS.map((window) => {
        const maximum = limit[window] ?? -1;
        const used = window === 'day' ? (usage.days.at(-1) ?? 0) : usage.month;
        return maximum < 0 ? null : (
          <UsedPart key={window} protocolId={protocol_id} window={window} used={used} maximum={maximum} />
        );
      })}
      <div>
        <Sparkline
          counts={usage.days}
          label={`${formatCount(total)} units in the last ${usage.days.length} days`}
        />
        <small>
          {formatCount(total)} units in the last {usage.days.length} days
          {usage.refused === 0 ? '' : `; ${formatCount(usage.refused)} were refused`}
        </small>
      </div>
      {warnings.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
      <ManagedBy name={managed_by} />
    </>
  );
}

interface PartProperties {
  readonly protocolId: string;
  readonly window: (typeof WINDOWS)[number];
  readonly used: number;
  readonly maximum: number;
}

function UsedPart({ protocolId, window, used, maximum }: PartProperties) {
  const when = window === 'day' ? 'today' : 'this month';
  const label = `${formatCount(used)} of ${formatCount(maximum)} used ${when}`;
  const isExhausted = used >= maximum;
  const exhaustedAt = estimateExhaustion(used, maximum, window, new Date());
  return (
    <div class="elapsed">
      <div class="card-head">
        <span>{label}</span>
        <strong class="figure">{Math.floor((used / Math.max(1, maximum)) * 100)} %</strong>
      </div>
      <meter
        class={isExhausted ? 'bad' : exhaustedAt === undefined ? undefined : 'warning'}
        min={0}
        max={Math.max(maximum, 1)}
        value={Math.min(used, maximum)}
        aria-label={`${protocolId}: ${label}`}
      />
      <small>
        {isExhausted ? (
          `Exhausted: nothing more is sent until the ${window} ends.`
        ) : exhaustedAt === undefined ? (
          `Lasts until the end of the ${window} at this rate.`
        ) : (
          <>
            Exhausted at <Time at={exhaustedAt.toISOString()} /> at this rate.
          </>
        )}
      </small>
    </div>
  );
}
