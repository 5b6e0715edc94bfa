import { Download } from 'lucide';
import { useMemo } from 'preact/hooks';
import { address, currentProject, linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Icon } from '../design/icon.tsx';
import { formatCount, formatDuration } from '../format.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../parts/bar-times.js';
import { Bars, type Bar } from '../parts/bars.tsx';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { currentDomain } from '../session.js';
import { fillGaps, type Counts } from '../screens/count-records.js';
import { parseSearch, toParameters, type Condition } from '../screens/search-query.js';
import { Figure } from './figure.tsx';
import { byHourOfWeek, countOutsideWorkingHours } from './hours-of-week.js';
import {
  NOISE,
  readAnswerers,
  readHours,
  readRanks,
  readTotals,
  type Rank,
  type RankKey,
  type Totals,
} from './read-insights.js';
import { Ranking, type Ranked } from './ranking.tsx';
import { saveInsights } from './save-insights.js';
import { SPANS, spansOf, type Spans } from './span.js';
import { Week } from './week.tsx';

const DEFAULT_DAYS = 7;

/** What a team looks at once a week: how much there was, how fast it was answered, and what only made noise. */
export function Insights() {
  const asked = Number(address.value.parameters.get('days'));
  const days = SPANS.find(([each]) => each === asked)?.[0] ?? DEFAULT_DAYS;
  // Fixed while the screen is shown, so that all figures and the searches behind them have the same ends.
  const spans = useMemo(() => spansOf(days, now.peek()), [days]);
  const key = `${spans.from} ${currentDomain()} ${currentProject()}`;
  const totals = useLoaded(`totals ${key}`, (signal) => readTotals(spans.from, spans.to, signal));
  const before = useLoaded(`before ${key}`, (signal) => readTotals(spans.before, spans.from, signal));
  const hours = useLoaded(`hours ${key}`, (signal) => readHours(spans, signal));
  const rules = useLoaded(`rules ${key}`, (signal) => readRanks('rule', spans, signal));
  const titles = useLoaded(`titles ${key}`, (signal) => readRanks('title', spans, signal));
  const sources = useLoaded(`sources ${key}`, async (signal) => {
    const ranks = await readRanks('webhook_id', spans, signal);
    return { ranks, names: await readNames(ranks, signal) };
  });
  const answerers = useLoaded(`answerers ${key}`, (signal) => readAnswerers(spans, signal));
  const rankings: readonly (readonly [string, readonly Ranked[] | undefined, typeof rules])[] = [
    ['Noisiest rules', rules.value.value?.map((rank) => toRow(rank, 'rule', spans)), rules],
    [
      'Noisiest sources',
      sources.value.value?.ranks.map((rank) =>
        toRow(rank, 'webhook_id', spans, sources.value.value?.names.get(rank.value ?? '')),
      ),
      sources as unknown as typeof rules,
    ],
    ['Noisiest alerts', titles.value.value?.map((rank) => toRow(rank, 'title', spans)), titles],
    [
      'Answered by',
      answerers.value.value?.map(({ name, count, median }) => ({
        key: name,
        name,
        count,
        note: median === null ? '' : `within ${formatDuration(median * 1_000)}`,
        link: linkToAlerts(spans, [{ k: 'acknowledged_by', v: name, o: 'eq' }]),
      })),
      answerers as unknown as typeof rules,
    ],
  ];
  const current = totals.value.value;
  return (
    <>
      <div class="page-head">
        <Heading text="Insights" />
        <div class="bar">
          <nav class="segments" aria-label="Time">
            {SPANS.map(([each, text]) => (
              <a
                key={each}
                href={linkTo('insights', undefined, { days: String(each) })}
                aria-current={each === days ? 'true' : undefined}
              >
                {text}
              </a>
            ))}
          </nav>
          <button
            type="button"
            disabled={current === undefined}
            onClick={() => current && saveInsights(days, current, before.value.value, rankings)}
          >
            <Icon of={Download} />
            Download CSV
          </button>
        </div>
      </div>
      <LoadState loaded={totals} />
      {current === undefined ? null : (
        <Figures totals={current} before={before.value.value} spans={spans} days={days} />
      )}
      <section class="card" aria-label="Alerts over time">
        <h2>Alerts over time</h2>
        <LoadState loaded={hours} />
        {hours.value.value === undefined ? null : (
          <OverTime hours={hours.value.value} spans={spans} days={days} />
        )}
      </section>
      <section class="card" aria-label="When they come">
        <h2>When they come</h2>
        {hours.value.value === undefined ? null : <Week week={byHourOfWeek(sumUp(hours.value.value))} />}
      </section>
      <div class="rankings">
        {rankings.map(([title, rows, loaded]) => (
          <Ranking key={title} title={title} rows={rows} loaded={loaded} />
        ))}
      </div>
    </>
  );
}

interface FiguresProperties {
  readonly totals: Totals;
  /** Of the span before; `undefined` until they are loaded. */
  readonly before: Totals | undefined;
  readonly spans: Spans;
  readonly days: number;
}

function Figures({ totals, before, spans, days }: FiguresProperties) {
  const share = (part: number, all: number): string =>
    all === 0 ? '–' : `${Math.round((part / all) * 100)} %`;
  const outside = countOutsideWorkingHours(totals.toldOutside);
  return (
    <div class="figures">
      <Figure
        name="Alerts"
        value={formatCount(totals.alerts)}
        now={totals.alerts}
        before={before?.alerts ?? null}
        link={linkToAlerts(spans, [])}
      >
        {formatCount(Math.round(totals.alerts / days))} a day
      </Figure>
      <Figure
        name="Only noise"
        value={share(totals.noise, totals.alerts)}
        now={totals.alerts === 0 ? null : totals.noise / totals.alerts}
        before={before === undefined || before.alerts === 0 ? null : before.noise / before.alerts}
        link={linkToAlerts(spans, NOISE)}
      >
        over within 5 min, unanswered
      </Figure>
      <Figure
        name="Time to acknowledge"
        value={inWords(totals.acknowledge50)}
        now={totals.acknowledge50}
        before={before?.acknowledge50 ?? null}
        link={linkToAlerts(spans, [{ k: 'acknowledged', v: true, o: 'eq' }], '-acknowledged_after')}
      >
        90 % within {inWords(totals.acknowledge90)}
      </Figure>
      <Figure
        name="Time to resolve"
        value={inWords(totals.resolve50)}
        now={totals.resolve50}
        before={before?.resolve50 ?? null}
        link={linkToAlerts(spans, [{ k: 'state', v: 'RESOLVED', o: 'eq' }], '-resolved_after')}
      >
        90 % within {inWords(totals.resolve90)}
      </Figure>
      <Figure
        name="Told outside working hours"
        value={formatCount(outside)}
        now={outside}
        before={before === undefined ? null : countOutsideWorkingHours(before.toldOutside)}
        link={linkTo('told', 'notifications', { state: 'SENT' })}
      >
        of {formatCount(totals.told)} notifications
      </Figure>
      <Figure
        name="Units used"
        value={formatCount(totals.units)}
        now={totals.units}
        before={before?.units ?? null}
        link={linkTo('settings', 'quotas')}
      >
        ≈ {formatCount(Math.round((totals.units / days) * DAYS_OF_MONTH))} a month
        {currentProject() === '' ? '' : ', of all projects'}
      </Figure>
    </div>
  );
}

const DAYS_OF_MONTH = 30;

const inWords = (seconds: number | null): string =>
  seconds === null ? '–' : formatDuration(seconds * 1_000);

function linkToAlerts({ from, to }: Spans, filter: readonly Condition[], sort?: string): string {
  const search = {
    ...parseSearch(new URLSearchParams(sort === undefined ? {} : { sort })),
    filter,
    from,
    to,
  };
  return linkTo('search', undefined, toParameters(search));
}

function toRow({ value, count, noise }: Rank, key: RankKey, spans: Spans, name = value ?? ''): Ranked {
  return {
    key: value ?? '',
    name: name || (value === null ? 'Without a name' : '(empty)'),
    count,
    // Records without a value are no one thing.
    note: value === null ? '' : `${Math.round((noise / count) * 100)} % only noise`,
    link: linkToAlerts(spans, [{ k: key, v: value, o: 'eq' }]),
  };
}

async function readNames(ranks: readonly Rank[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const ids = ranks.map(({ value }) => value);
  if (ids.length === 0) return new Map();
  const query = {
    filter: [{ k: 'webhook_id', v: ids, o: 'in' as const }],
    only: ['webhook_id', 'name'],
  };
  const { results } = await client.call(
    'searchWebhooks',
    { body: { domain_id: currentDomain(), query } },
    { signal },
  );
  return new Map(results.map(({ webhook_id = '', name = '' }) => [webhook_id, name]));
}

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);

const sumUp = (hours: ReadonlyMap<number, Counts>): ReadonlyMap<number, number> =>
  new Map([...hours].map(([time, counts]) => [time, sum(counts)]));

interface OverTimeProperties extends Pick<FiguresProperties, 'spans' | 'days'> {
  readonly hours: ReadonlyMap<number, Counts>;
}

/** Alerts by hour of the last day, or by day. */
function OverTime({ hours, spans, days }: OverTimeProperties) {
  const bars = useMemo(() => toBars(hours, spans, days), [hours]);
  const most = formatCount(Math.max(0, ...bars.map(({ count }) => count)));
  const step = days === 1 ? HOUR_SECONDS : DAY_SECONDS;
  return (
    <Bars
      bars={bars}
      step={step}
      label={`Alerts by ${days === 1 ? 'hour' : 'day'}, at most ${most}`}
      onZoom={(from, to) => {
        const [start, end] = [from, to].map((at) => new Date(at * 1_000).toISOString());
        navigate(linkToAlerts({ ...spans, from: start ?? '', to: end ?? '' }, []));
      }}
    />
  );
}

function toBars(hours: ReadonlyMap<number, Counts>, { from, to }: Spans, days: number): readonly Bar[] {
  const span = { from: Date.parse(from) / 1_000, to: Date.parse(to) / 1_000 };
  if (days === 1) return fillGaps(hours, HOUR_SECONDS, span);
  const byDay = new Map<number, Counts>();
  for (const [time, counts] of hours) {
    const day = Math.floor(time / DAY_SECONDS) * DAY_SECONDS;
    const added = { ...byDay.get(day) } as Record<string, number>;
    for (const [severity, count] of Object.entries(counts)) added[severity] = (added[severity] ?? 0) + count;
    byDay.set(day, added as Counts);
  }
  return fillGaps(byDay, DAY_SECONDS, span);
}
