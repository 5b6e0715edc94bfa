import { BellOff, Clock, Copy, Ellipsis } from 'lucide';
import { address, linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { formatCount, formatDuration } from '../format.js';
import { ManagedBy } from '../parts/managed-by.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { countOpenAlerts } from './condition-editor.tsx';
import { describeSilence } from './describe-records.js';
import { readForm } from './form-drawer.tsx';
import { act, RecordCard, RecordList, setParameter } from './record-list.tsx';
import { SilenceForm, type Silence } from './silence-form.tsx';
import { describeWhen, nextMorning } from './words.js';

/** Milliseconds. */
const REFRESH_MS = 10_000;
const PAGE_SIZE = 500;
/** The silences of a list whose alerts are counted: each costs a search. */
const MAX_COUNTED = 20;

const STATES = { current: ['ACTIVE', 'PENDING'], ended: ['EXPIRED'] } as const;

/** The silences that are in effect or will be, or those that have ended. */
export function Silences() {
  const which = address.value.parameters.get('state') === 'ended' ? 'ended' : 'current';
  const loaded = useLoaded(`silences ${which}`, (signal) => readSilences(STATES[which], signal), REFRESH_MS);
  const form = readForm();
  return (
    <>
      <RecordList
        noun="silence"
        part="silences"
        icon={BellOff}
        purpose="A silence holds back the messages about alerts that it names until it ends, for example during maintenance."
        loaded={loaded}
        textOf={(silence) => `${silence.name} ${describeSilence(silence, 0)}`}
        filters={Object.entries({ current: 'Active and pending', ended: 'Ended' }).map(([name, text]) => (
          <button
            key={name}
            type="button"
            class="small"
            aria-pressed={name === which}
            onClick={() => setParameter('state', name === 'ended' ? name : '')}
          >
            {text}
          </button>
        ))}
      >
        {(silence, at) => (
          <SilenceCard
            key={silence.silence_id}
            silence={silence}
            reload={loaded.reload}
            isCounted={at < MAX_COUNTED}
          />
        )}
      </RecordList>
      {form === undefined ? null : (
        <SilenceForm key={form.kind + form.id} open={form} onDone={loaded.reload} />
      )}
    </>
  );
}

/** Returns the silences in these states, those that end first first. */
export async function readSilences(
  states: readonly string[],
  signal: AbortSignal,
): Promise<readonly Silence[]> {
  const isEnded = states.includes('EXPIRED');
  const query = {
    filter: [{ k: 'state', v: [...states], o: 'in' as const }],
    sort: { keys: [{ key: 'ends_at', desc: isEnded }] },
    page: { start: 1, limit: PAGE_SIZE },
  };
  return (await client.call('searchSilences', { body: { query } }, { signal })).results as readonly Silence[];
}

interface Properties {
  readonly silence: Silence;
  readonly reload: () => void;
  /** Whether it says how many open alerts match. */
  readonly isCounted?: boolean;
}

/** One silence, with what it holds back now. */
export function SilenceCard({ silence, reload, isCounted = true }: Properties) {
  const { silence_id, name, state, starts_at, ends_at, managed_by } = silence;
  const path = { silence_id };
  const isEnded = state === 'EXPIRED';
  const end = () =>
    act(
      () => client.call('expireSilence', { path, body: {} }),
      `“${name}” has ended.`,
      reload,
      () => client.call('updateSilence', { path, body: { starts_at, ends_at } }),
    );
  const extend = (until: Date) =>
    act(
      () => client.call('updateSilence', { path, body: { ends_at: until.toISOString() } }),
      `“${name}” lasts until ${describeWhen(until.toISOString(), now.value)}.`,
      reload,
      () => client.call('updateSilence', { path, body: { ends_at } }),
    );
  const later = (hours: number) => new Date(Date.parse(ends_at) + hours * 3_600_000);
  const copy = (
    <a href={linkTo('told', 'silences', { copy: silence_id })}>
      <Icon of={Copy} />
      {isEnded ? 'Silence again' : 'Duplicate'}
    </a>
  );
  return (
    <RecordCard
      icon={BellOff}
      name={name}
      link={linkTo('told', 'silences', isEnded ? { copy: silence_id } : { id: silence_id })}
      isIdle={isEnded}
      badges={<StateBadge silence={silence} />}
      sentence={describeSilence(silence, now.value)}
      facts={
        <>
          {state === 'ACTIVE' && isCounted ? <Held silence={silence} /> : null}
          <ManagedBy name={managed_by} />
        </>
      }
      acts={
        isEnded ? (
          <Menu
            label={`More about ${name}`}
            buttonClass="button quiet icon-only"
            button={<Icon of={Ellipsis} />}
          >
            {copy}
          </Menu>
        ) : (
          <>
            <button type="button" aria-label={`End ${name}`} onClick={() => void end()}>
              End
            </button>
            <Menu label={`Extend ${name}`} button={<Icon of={Clock} />} buttonClass="button quiet icon-only">
              <button type="button" onClick={() => void extend(later(1))}>
                1 hour more
              </button>
              <button type="button" onClick={() => void extend(later(4))}>
                4 hours more
              </button>
              <button
                type="button"
                onClick={() => void extend(nextMorning(Math.max(now.value, Date.parse(ends_at))))}
              >
                Until 8:00
              </button>
              {copy}
            </Menu>
          </>
        )
      }
    />
  );
}

function StateBadge({ silence: { state, starts_at, ends_at } }: Pick<Properties, 'silence'>) {
  if (state === 'EXPIRED') return <Badge>ended</Badge>;
  if (state === 'PENDING')
    return <Badge>begins in {formatDuration(Date.parse(starts_at) - now.value)}</Badge>;
  return <Badge tone="warning">{formatDuration(Date.parse(ends_at) - now.value)} left</Badge>;
}

/** How many open alerts a silence holds back now. */
function Held({ silence }: Pick<Properties, 'silence'>) {
  const { value } = useLoaded(`held by ${silence.silence_id} ${silence.updated_at}`, (signal) =>
    countOpenAlerts(silence, signal),
  );
  const count = value.value;
  if (count === undefined) return <>… </>;
  return (
    <>
      {count === 0
        ? 'No open alert matches now. '
        : `${formatCount(count)} open ${count === 1 ? 'alert matches' : 'alerts match'} now. `}
    </>
  );
}
