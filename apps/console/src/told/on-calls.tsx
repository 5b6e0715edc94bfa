import { CalendarDays, UserRoundCheck, X } from 'lucide';
import { linkTo, address } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { describeOnCall } from './describe-records.js';
import { readForm } from './form-drawer.tsx';
import { OnCallForm, type OnCall } from './on-call-form.tsx';
import { changeOverrides, OverrideForm } from './override-form.tsx';
import { useReceivers } from './receivers.js';
import { act, mayWrite, RecordCard, RecordList } from './record-list.tsx';
import { RecordMenu } from './record-menu.tsx';
import { ShiftStrip, type Shifts } from './shift-strip.tsx';
import { describeWhen, joinWords } from './words.js';

/** Milliseconds. */
const REFRESH_MS = 30_000;
/** Days that the strip shows. */
const DAYS = 14;

/** Who is on call, and when. */
export function OnCalls() {
  const loaded = useOnCalls();
  const receivers = useReceivers();
  const form = readForm();
  const overridden = address.value.parameters.get('override');
  const schedule = loaded.value.value?.find(({ on_call_id }) => on_call_id === overridden);
  return (
    <>
      <RecordList
        noun="schedule"
        part="on-call"
        icon={CalendarDays}
        purpose="A schedule says who is on call at a time: people take turns, or a calendar says so. Steps of escalations ask it."
        loaded={loaded}
        textOf={(each) => `${each.name} ${describeOnCall(each)}`}
      >
        {(each) => <OnCallCard key={each.on_call_id} schedule={each} reload={loaded.reload} />}
      </RecordList>
      {form === undefined ? null : (
        <OnCallForm key={form.kind + form.id} open={form} receivers={receivers} onDone={loaded.reload} />
      )}
      {schedule === undefined ? null : <OverrideForm schedule={schedule} onDone={loaded.reload} />}
    </>
  );
}

export function useOnCalls() {
  return useLoaded(
    'on calls',
    async (signal) => {
      const query = { sort: { keys: [{ key: 'name' }] }, page: { start: 1, limit: 200 } };
      const { results } = await client.call('searchOnCalls', { body: { query } }, { signal });
      return results as readonly OnCall[];
    },
    REFRESH_MS,
  );
}

interface Properties {
  readonly schedule: OnCall;
  readonly reload: () => void;
}

function OnCallCard({ schedule, reload }: Properties) {
  const { on_call_id, name, updated_at, managed_by, overrides, health } = schedule;
  const path = { on_call_id };
  const shifts = useLoaded<Shifts>(
    `shifts of ${on_call_id} ${updated_at}`,
    (signal) =>
      client.call('getOnCallShifts', { path, query: { from: 'now', to: `now + ${DAYS}d` } }, { signal }),
    5 * 60_000,
  );
  const found = shifts.value.value;
  const later = overrides.filter(({ ends_at }) => Date.parse(ends_at) > now.value);
  const removeOverride = (removed: OnCall['overrides'][number]) =>
    act(
      () =>
        changeOverrides(on_call_id, (stored) =>
          stored.filter((each) => JSON.stringify(each) !== JSON.stringify(removed)),
        ),
      'The override was removed.',
      reload,
      () => changeOverrides(on_call_id, (stored) => [...stored, removed]),
    );
  return (
    <RecordCard
      icon={CalendarDays}
      name={name}
      link={linkTo('told', 'on-call', { id: on_call_id })}
      badges={
        <>
          {health.next_gap_at === null ? null : (
            <Badge tone="bad">nobody from {describeWhen(health.next_gap_at, now.value)}</Badge>
          )}
          {health.failing_since === null ? null : <Badge tone="bad">calendar cannot be read</Badge>}
          {health.unknown_names.length === 0 ? null : (
            <Badge tone="warning" title={health.unknown_names.join(', ')}>
              unknown names in the calendar
            </Badge>
          )}
        </>
      }
      sentence={describeOnCall(schedule)}
      acts={
        <>
          <a
            class="button"
            href={linkTo('told', 'on-call', { override: on_call_id })}
            aria-label={`Override ${name}`}
          >
            <Icon of={UserRoundCheck} />
            Override
          </a>
          <RecordMenu
            name={name}
            part="on-call"
            id={on_call_id}
            isCopied={false}
            lost="Nobody is on call by it any more. A schedule that an escalation names cannot be deleted."
            remove={() => client.call('deleteOnCall', { path })}
            reload={reload}
          />
        </>
      }
    >
      {found === undefined ? null : <NowAndNext shifts={found} />}
      {found === undefined ? null : <ShiftStrip shifts={found} name={name} days={DAYS} />}
      {later.length === 0 ? null : (
        <p class="bar">
          {later.map((override) => {
            const { members, starts_at, ends_at, reason } = override;
            return (
              <span key={`${starts_at} ${ends_at}`} class="chip">
                <bdi>
                  {joinWords(members)}, {describeWhen(starts_at, now.value)} –{' '}
                  {describeWhen(ends_at, now.value)}
                  {reason ? `: ${reason}` : ''}
                </bdi>
                {mayWrite() ? (
                  <button
                    type="button"
                    class="quiet small icon-only"
                    aria-label={`Remove the override by ${joinWords(members)}`}
                    onClick={() => void removeOverride(override)}
                  >
                    <Icon of={X} />
                  </button>
                ) : null}
              </span>
            );
          })}
        </p>
      )}
      {managed_by === null ? null : (
        <p class="help">
          <ManagedBy name={managed_by} />
        </p>
      )}
    </RecordCard>
  );
}

/** Who is on call now, and who is next. */
export function NowAndNext({ shifts: { shifts } }: { readonly shifts: Shifts }) {
  const at = now.value;
  const current = shifts.find(
    ({ starts_at, ends_at }) => Date.parse(starts_at) <= at && at < Date.parse(ends_at),
  );
  const next = shifts.find(({ starts_at }) => Date.parse(starts_at) > at);
  return (
    <p>
      {current === undefined ? (
        <strong class="bad">Nobody is on call now</strong>
      ) : (
        <>
          <strong dir="auto">{joinWords(current.members.map(({ name }) => name)) || 'Nobody'}</strong> until{' '}
          {describeWhen(current.ends_at, at)}
          {current.members.every(({ reachable }) => reachable) ? null : (
            <span class="bad"> (cannot be reached: the subscription is disabled or deleted)</span>
          )}
        </>
      )}
      {next === undefined ? null : (
        <small>
          {' '}
          · next: <bdi>{joinWords(next.members.map(({ name }) => name)) || 'nobody'}</bdi>
        </small>
      )}
    </p>
  );
}
