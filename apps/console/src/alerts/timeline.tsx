import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { formatCount, formatDay } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import type { Loaded } from '../parts/use-loaded.js';
import { AddNote } from './notes.tsx';
import { linkToEvents, TimelineEntry, type Entry } from './timeline-entry.tsx';

export type AlertTimeline = Schemas['AlertTimelineInfo'];

/** The number of entries that are shown at first. */
const FIRST_COUNT = 30;
/** The number of entries that each press of the button adds. */
const STEP = 100;

interface Properties {
  readonly alertId: string;
  readonly loaded: Loaded<AlertTimeline>;
}

/** Everything that happened to the alert and that was told of it, newest first, with a form for a note. */
export function Timeline({ alertId, loaded }: Properties) {
  const [shownCount, setShownCount] = useState(FIRST_COUNT);
  const { results = [], left_out_count = 0 } = loaded.value.value ?? {};
  const entries = results.toReversed();
  const hiddenCount = Math.max(0, entries.length - shownCount);
  return (
    <section class="card" aria-label="Timeline">
      <h2>Timeline</h2>
      <AddNote key={alertId} alertId={alertId} onChange={loaded.reload} />
      <LoadState loaded={loaded} />
      {groupByDay(entries.slice(0, shownCount)).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 class="day">{day}</h3>
          <ol class="story">
            {ofDay.map((entry) => (
              <TimelineEntry key={keyOf(entry)} entry={entry} alertId={alertId} onChange={loaded.reload} />
            ))}
          </ol>
        </section>
      ))}
      {hiddenCount === 0 ? null : (
        <button type="button" onClick={() => setShownCount(shownCount + STEP)}>
          Show {formatCount(Math.min(STEP, hiddenCount))} of {formatCount(hiddenCount)} earlier
        </button>
      )}
      {hiddenCount > 0 || left_out_count === 0 ? null : (
        <p class="help">
          {formatCount(left_out_count)} earlier entries are left out.{' '}
          <a href={linkToEvents(alertId)}>Find all events of the alert</a>
        </p>
      )}
    </section>
  );
}

/** Groups entries by their days in the reader's time zone. */
function groupByDay(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = formatDay(new Date(entry.at));
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [entry]);
    else ofDay.push(entry);
  }
  return [...days];
}

/** Stays the same when an entry is loaded again, so that what the user has opened stays open. */
function keyOf({ at, kind, text, event, note, notification }: Entry): string {
  return event?.event_id ?? note?.note_id ?? notification?.notification_id ?? `${at} ${kind} ${text}`;
}
