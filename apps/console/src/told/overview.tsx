import { Bell, BellOff, CalendarDays, CircleCheck, CircleHelp, Plus } from 'lucide';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { Badge } from '../design/badge.tsx';
import { Skeleton } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import type { OnCall } from './on-call-form.tsx';
import { NowAndNext, useOnCalls } from './on-calls.tsx';
import { mayWrite } from './record-list.tsx';
import type { Shifts } from './shift-strip.tsx';
import { readSilences, SilenceCard } from './silences.tsx';

/** Milliseconds. */
const REFRESH_MS = 10_000;
/** The records of each kind that are shown here; the tabs have all. */
const MAX_SHOWN = 10;

/** What counts at the moment: who is on call, what is held back, and what does not arrive. */
export function Overview() {
  return (
    <>
      {mayWrite() ? (
        <div class="bar">
          <a class="button primary" href={linkTo('told', 'subscriptions', { new: '' })}>
            <Icon of={Plus} />
            New subscription
          </a>
          <a class="button" href={linkTo('told', 'silences', { new: '' })}>
            <Icon of={BellOff} />
            Silence alerts
          </a>
          <a class="button" href={linkTo('told', 'what-if')}>
            <Icon of={CircleHelp} />
            Who would be told?
          </a>
        </div>
      ) : null}
      <Delivery />
      <OnCallNow />
      <SilencedNow />
    </>
  );
}

/** Whether messages arrive. */
function Delivery() {
  const { value, failure } = useLoaded('delivery', readDelivery, REFRESH_MS);
  const found = value.value;
  if (found === undefined) return <LoadState loaded={{ value, failure }} rows={1} />;
  const { failing, enabled, waiting, failed } = found;
  const isFine = failing === 0 && failed === 0;
  return (
    <section class="tallies" aria-label="Delivery">
      <Tally
        link={linkTo('told', 'subscriptions')}
        number={enabled}
        text={enabled === 1 ? 'subscription is enabled' : 'subscriptions are enabled'}
        isBad={enabled === 0}
      />
      {failing === 0 ? null : (
        <Tally
          link={linkTo('told', 'subscriptions', { failing: 'yes' })}
          number={failing}
          text="not getting through"
          isBad
        />
      )}
      <Tally
        link={linkTo('told', 'notifications', { state: 'waiting' })}
        number={waiting}
        text="messages waiting"
      />
      <Tally
        link={linkTo('told', 'notifications', { state: 'failed' })}
        number={failed}
        text="messages failed"
        isBad={failed > 0}
      />
      {isFine && enabled > 0 ? (
        <p class="good bar">
          <Icon of={CircleCheck} />
          Nothing is failing
        </p>
      ) : null}
    </section>
  );
}

interface TallyProperties {
  readonly link: string;
  readonly number: number;
  readonly text: string;
  readonly isBad?: boolean;
}

function Tally({ link, number, text, isBad = false }: TallyProperties) {
  return (
    <a class={isBad ? 'tally bad' : 'tally'} href={link}>
      <strong>{formatCount(number)}</strong> {text}
    </a>
  );
}

async function readDelivery(signal: AbortSignal) {
  const page = { start: 1, limit: 1 };
  const subscriptions = async (k: string, v: unknown) => {
    const query = { filter: [{ k, v, o: 'eq' }], page } as never;
    return (await client.call('searchSubscriptions', { body: { query } }, { signal })).total_count ?? 0;
  };
  const notifications = async (states: readonly string[]) => {
    const query = { filter: [{ k: 'state', v: [...states], o: 'in' as const }], page };
    return (await client.call('searchNotifications', { body: { query } }, { signal })).total_count ?? 0;
  };
  const [failing, enabled, waiting, failed] = await Promise.all([
    subscriptions('health.failing', true),
    subscriptions('state', 'ENABLED'),
    notifications(['PENDING', 'HELD']),
    notifications(['FAILED']),
  ]);
  return { failing, enabled, waiting, failed };
}

function OnCallNow() {
  const { value, failure } = useOnCalls();
  const schedules = value.value ?? [];
  if (failure.value !== undefined)
    return <Notice kind="bad">Who is on call cannot be read: {failure.value}</Notice>;
  if (schedules.length === 0) return null;
  return (
    <section class="card" aria-label="On call now">
      <h2>On call now</h2>
      <ul class="reasons">
        {schedules.slice(0, MAX_SHOWN).map((each) => (
          <Watch key={each.on_call_id} schedule={each} />
        ))}
      </ul>
      {schedules.length > MAX_SHOWN ? <a href={linkTo('told', 'on-call')}>All schedules</a> : null}
    </section>
  );
}

function Watch({ schedule: { on_call_id, name, updated_at, health } }: { readonly schedule: OnCall }) {
  const { value } = useLoaded<Shifts>(
    `watch of ${on_call_id} ${updated_at}`,
    (signal) => client.call('getOnCallShifts', { path: { on_call_id } }, { signal }),
    5 * 60_000,
  );
  return (
    <li>
      <span class="bar">
        <Icon of={CalendarDays} />
        <a href={linkTo('told', 'on-call')} dir="auto">
          {name}
        </a>
      </span>
      <span class="bar">
        {value.value === undefined ? '…' : <NowAndNext shifts={value.value} />}
        {health.next_gap_at === null ? null : <Badge tone="bad">gap ahead</Badge>}
      </span>
    </li>
  );
}

function SilencedNow() {
  const loaded = useLoaded('silenced now', (signal) => readSilences(['ACTIVE'], signal), REFRESH_MS);
  const silences = loaded.value.value;
  const failure = loaded.failure.value;
  if (failure !== undefined) return <Notice kind="bad">Silences cannot be read: {failure}</Notice>;
  if (silences === undefined) return <Skeleton rows={2} />;
  return (
    <section class="stack" aria-label="Silenced now">
      <h2>Silenced now</h2>
      {silences.length === 0 ? (
        <p class="help bar">
          <Icon of={Bell} />
          Nothing is silenced.
        </p>
      ) : (
        <ul class="records">
          {silences.slice(0, MAX_SHOWN).map((each) => (
            <SilenceCard key={each.silence_id} silence={each} reload={loaded.reload} />
          ))}
        </ul>
      )}
      {silences.length > MAX_SHOWN ? (
        <a href={linkTo('told', 'silences')}>All {formatCount(silences.length)} silences</a>
      ) : null}
    </section>
  );
}
